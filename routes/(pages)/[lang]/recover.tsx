export { default, handler } from "../recover.tsx";
