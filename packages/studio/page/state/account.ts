/** Place of the account among those that Studio is connected to, from the page's address; 0 for the first one. */
export const account = Number(new URLSearchParams(window.location.search).get("account") ?? 0);

/** True while the page is left for another account. Its staged changes are kept for the way back. */
let isSwitching = false;

export const leavesForAccount = (): boolean => isSwitching;

/** Shows another account. The page is loaded anew, so that nothing of one account is sent to another. @param place its place among the accounts */
export function switchAccount(place: number): void {
  isSwitching = true;
  window.location.assign(place === 0 ? "/" : `/?account=${place}`);
  setTimeout(() => {
    isSwitching = false;
  }, 1000);
}
