import { Head } from "fresh/runtime";
import Badge from "../islands/Badge.tsx";
import Counter from "../islands/Counter.tsx";
import Panel from "../islands/Panel.tsx";
import { define } from "../define.ts";

export default define.page(function Home() {
  return (
    <>
      <Head>
        <title>Home</title>
        <meta name="description" content="A page" />
      </Head>
      <Counter count={3} label="one </script><!-- it's &amp; \ over" />
      <Counter count={3} label="two" />
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
    </>
  );
});
