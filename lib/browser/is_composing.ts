/** True for keys of an input method. Safari ends the composition before it sends the Enter key that ended it. */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
