import assert from "node:assert/strict";
import { parseDeliveryStatus } from "./delivery_status.ts";

function report(...fields: string[]): string {
  return ["Reporting-MTA: dns; mx.example.org", "", ...fields].join("\r\n");
}

for (
  const [reason, ...fields] of [
    ["addressRefused", "Action: failed", "Status: 5.1.1"],
    ["addressRefused", "ACTION: Failed ", "status:5.1.10 (no such user)"],
    ["addressRefused", "Action: failed", "Status: 5.4.4"],
    ["addressRefused", "Action: failed", "Status: 5.0.0", "Diagnostic-Code: smtp; 550 5.1.1 gone"],
    ["addressRefused", "Action: failed", "Status: 5.0.0", "Diagnostic-Code: smtp; 550", " 5.1.1 x"],
    ["mailboxFull", "Action: failed", "Status: 5.2.2"],
    ["mailboxFull", "Action: failed", "Status: 4.2.2"],
    ["messageRefused", "Action: failed", "Status: 5.7.1", "Diagnostic-Code: smtp; 550 5.1.1"],
    ["messageRefused", "Action: failed", "Status: 4.4.1"],
    ["messageRefused", "Action: failed"],
    ["messageRefused", "Action: failed", "Status: 5.0.0", "Diagnostic-Code: smtp; from 10.5.1.1.9"],
    [null, "Action: delayed", "Status: 4.4.1"],
    [null, "Action: delayed", "Status: 5.1.1"],
    [null, "Action: relayed", "Status: 2.0.0"],
    [null, "Action: delivered", "Status: 2.1.5"],
    [null, "Status: 5.1.1"],
    [null, "X-Action: failed", "Status: 5.1.1"],
  ] as const
) {
  Deno.test(`parseDeliveryStatus() reads ${fields.join(", ")} as ${reason}`, () => {
    assert.equal(parseDeliveryStatus(report(...fields)), reason);
    assert.equal(parseDeliveryStatus(report(...fields).replaceAll("\r", "")), reason);
  });
}

Deno.test("parseDeliveryStatus() uses the first recipient that has failed", () => {
  const text = report("Action: delivered", "Status: 2.0.0", "", "Action: failed", "Status: 5.2.2");
  assert.equal(parseDeliveryStatus(text), "mailboxFull");
  assert.equal(parseDeliveryStatus(""), null);
});
