export { default } from "../privacy.tsx";
