import { asset } from "fresh/runtime";
import { useState } from "preact/hooks";

export default function Hello({ name }: { name: string }) {
  const [times, setTimes] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setTimes(times + 1)}>
        Hello {name} {times}
        <img src={asset("/nested/icon.svg")} alt="" />
      </button>
      <a href="/">Home</a> <a href={`/${name}`}>Here</a> <a href="/plain">Elsewhere</a>
    </>
  );
}
