/** Place of the account among those that Studio is connected to, from the page's address; 0 for the first one. */
export const account = Number(new URLSearchParams(window.location.search).get("account") ?? 0);
