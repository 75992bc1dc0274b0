import { render } from "solid-js/web";
import { App } from "./app.jsx";
import { keepStaged } from "./state/keep-staged.js";
import { applyTheme } from "./state/theme.js";
import "./styles/theme.css";
import "./styles/layout.css";
import "./styles/controls.css";
import "./styles/grid.css";
import "./styles/panels.css";

const root = document.querySelector("#studio");
applyTheme();
keepStaged();
if (root !== null) render(() => <App />, root);
