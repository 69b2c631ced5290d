export { default, handler } from "../create/index.tsx";
