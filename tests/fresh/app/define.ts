import { createDefine } from "fresh";

export interface State {
  trail: string[];
}

export const define = createDefine<State>();
