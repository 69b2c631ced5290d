export function Title({ text }: { text: string }) {
  return <h2>{text}</h2>;
}
