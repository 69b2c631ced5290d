export { default } from "../help.tsx";
