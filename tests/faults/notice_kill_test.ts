import assert from "node:assert/strict";
import { PushService } from "../support/push_service.ts";
import { until } from "../support/until.ts";

Deno.test({
  name:
    "killed while push services have not answered and started again, the service brings every notice",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using push = new PushService();
    const dataDir = await Deno.makeTempDir();
    const start = (given: unknown[]) =>
      new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          "--config=tests/deno.json",
          "tests/support/notifying_process.ts",
          JSON.stringify({ DATA_DIR: dataDir }),
          String(push.network.port),
          JSON.stringify(given),
        ],
        stdout: "null",
      }).spawn();
    const kill = async (child: Deno.ChildProcess) => {
      child.kill("SIGKILL");
      await child.status;
    };
    const devices = Array.from({ length: 5 }, () => push.subscribe());
    const [taken, ...others] = devices;
    assert(taken);
    // One is taken, but its answer is lost; the others wait for their answer when the service dies.
    const { promise: isDead, resolve: release } = Promise.withResolvers<void>();
    push.answered = () => isDead;
    push.behaviour = async (device) => {
      if (device === taken) return undefined;
      await isDead;
      return new Response(null, { status: 503 });
    };
    let child = start(devices.map(({ endpoint, keys }) => ({ endpoint, keys })));
    try {
      const isAsked = () => devices.every((device) => push.attemptsFor(device) === 1);
      await until(() => isAsked() && push.of(taken).length === 1, "all are under way");
      await kill(child);
      assert.equal(push.arrived.length, 1);
      push.behaviour = () => undefined;
      push.answered = () => undefined;
      release();
      child = start([]);
      await until(() => devices.every((device) => push.attemptsFor(device) === 2), "all again");
      await until(() => push.arrived.length >= 6, "all arrive");
      for (const device of others) assert.equal(push.of(device).length, 1);
      const [first, second] = push.of(taken);
      // Twice for us, once for its reader: the second takes the place of the first.
      assert.equal(second?.topic, first?.topic);
      assert.deepEqual(second?.payload, first?.payload);
      assert.deepEqual(push.wrong, []);
    } finally {
      release();
      await kill(child);
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});
