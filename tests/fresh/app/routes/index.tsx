import { signal } from "@preact/signals";
import { Head } from "fresh/runtime";
import Counter from "../islands/Counter.tsx";
import Panel, { Badge } from "../islands/Panel.tsx";
import { define } from "../define.ts";

export default define.page(function Home() {
  const count = signal(3);
  return (
    <>
      <Head>
        <title>Home</title>
        <meta name="description" content="A page" />
      </Head>
      <Counter count={count} label="one </script><!-- it's &amp; \ over" />
      <Counter count={count} label="two" />
      <Panel title="Panel" isOpen>
        <p class="inner">
          Text of <b>the server</b>
        </p>
        <input type="checkbox" checked />
        <Badge text="inside" />
      </Panel>
      <Panel title="Closed" isOpen={false}>
        <p class="hidden">Hidden at first</p>
      </Panel>
      <Panel title="Text" isOpen>words alone</Panel>
    </>
  );
});
