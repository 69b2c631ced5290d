export { default, handler } from "../index.tsx";
