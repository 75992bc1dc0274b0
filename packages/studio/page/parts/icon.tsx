/** Paths of the icons, in a square of 16 by 16, drawn with lines. */
const paths = {
  close: "M4 4l8 8M12 4l-8 8",
  menu: "M2.5 4h11M2.5 8h11M2.5 12h11",
  plus: "M8 3v10M3 8h10",
  refresh: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.6h-2.6",
  down: "M4.5 6.5L8 10l3.5-3.5",
  right: "M6.5 4.5L10 8l-3.5 3.5",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2",
  model: "M2.5 2.5h5v4h-5zM8.5 9.5h5v4h-5zM5 6.5v5h3.5",
  sql: "M3 4.5L6.5 8 3 11.5M8 11.5h5",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  table: "M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13",
  entity: "M8 2.3l5 2.8v5.8l-5 2.8-5-2.8V5.1zM3 5.1l5 2.9 5-2.9M8 8v5.7",
  index: "M3 4h6M3 8h4M3 12h3M11.5 6v7M9.5 11l2 2 2-2",
  saved: "M4.5 2.5h7v11L8 10.8l-3.5 2.7z",
  recent: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v3.2l2.2 1.4",
  warning: "M8 2.5l6 10.8H2zM8 6.5v3.2M8 11.4v.2",
  key: "M10.3 8.7a3 3 0 1 0-2.9-2.2L2.5 11.4v2.1h2.2v-1.6h1.6v-1.6h1.2l.9-.9a3 3 0 0 0 1.9-.7zM10.9 5.4v.1",
} as const;

export type IconName = keyof typeof paths;

/** Picture beside a text or in place of one. The element around it has the name. */
export function Icon(props: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[props.name]} />
    </svg>
  );
}
