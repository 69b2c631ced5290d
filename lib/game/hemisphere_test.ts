import assert from "node:assert/strict";
import { isSouthern } from "./hemisphere.ts";

Deno.test("isSouthern() uses the time zone, older names included", () => {
  const south = ["America/Sao_Paulo", "America/Buenos_Aires", "America/Argentina/Ushuaia"];
  const older = ["Brazil/East", "Chile/Continental", "NZ", "Australia/NSW", "US/Samoa"];
  const others = ["Australia/Perth", "Pacific/Auckland", "Africa/Johannesburg", "Asia/Jakarta"];
  for (const zone of [...south, ...older, ...others]) assert(isSouthern(zone, "DE"), zone);
  const north = [
    "Europe/Lisbon",
    "America/Mexico_City",
    "America/Bogota",
    "Pacific/Honolulu",
    "UTC",
  ];
  for (const zone of [...north, "+03:00", "constructor", "__proto__/a"]) {
    assert(!isSouthern(zone, "BR"), zone);
  }
});

Deno.test("isSouthern() uses the region if there is no time zone", () => {
  for (const region of ["BR", "AR", "CL", "AU", "NZ", "ZA"]) {
    assert(isSouthern(null, region), region);
  }
  for (const region of ["PT", "MX", "GB", "419", ""]) assert(!isSouthern(null, region), region);
});
