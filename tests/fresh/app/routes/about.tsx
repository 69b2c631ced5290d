import Hello from "./(_islands)/Hello.tsx";
import { define } from "../define.ts";

export default define.page(function About() {
  return <Hello name="about" />;
});
