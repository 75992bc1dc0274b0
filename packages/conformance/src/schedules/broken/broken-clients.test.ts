import { expect, it } from "vitest";
import { inVirtualTime } from "../explore/explore.js";
import { findPlanted, plantedWithin } from "../explore/find-planted.js";
import { checkRun } from "../oracle/oracle.js";
import { runSchedule } from "../run-schedule.js";
import { breakages } from "./broken-clients.js";

it.each(Object.entries(breakages))(`%s is caught within ${plantedWithin} schedules`, async (_, breakage) => {
  const { finding } = await inVirtualTime((time) =>
    findPlanted(breakage.from ?? 0, async (seed) => {
      const findings = checkRun(await runSchedule(time, seed, { breakage }));
      return findings.find(({ kind, isTolerated }) => !isTolerated && breakage.finds.test(kind));
    }),
  );
  expect(finding.kind).toMatch(breakage.finds);
});
