import { render } from "solid-js/web";
import { App } from "./app.jsx";
import { keepStaged } from "./state/keep-staged.js";
import "./styles/theme.css";
import "./styles/layout.css";
import "./styles/controls.css";
import "./styles/grid.css";
import "./styles/panels.css";

const root = document.querySelector("#studio");
keepStaged();
if (root !== null) render(() => <App />, root);
