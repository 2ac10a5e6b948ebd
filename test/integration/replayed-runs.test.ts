import { afterEach, describe, expect, inject, it } from 'vitest';
import { replayRecord } from '../../bench/replay/record-replay.ts';
import { approvePlanSignal } from '../../workflows/deep-research/messages.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

const FILES = {
  'lamp.md': `# Harbour lamp

## Burning time

The harbour lamp burns for nine hours on one filling of rapeseed oil. Section 2 names the exceptions.
The keeper trims the wick of the harbour lamp at midnight.

## Section 2 Exceptions

With whale oil the harbour lamp burns for seven hours only.
`,
  'market.md': `# Market rules

## Stall fee

The fee for a market stall is eight crowns for each day, as in Section 2 of the rules of the harbour lamp.
`,
};

let research: RealResearch | undefined;
afterEach(() => research?.dispose());

// The rules of a run and those of its evaluation are the same functions; this tells when a run begins to decide otherwise.
describe('a run replayed with its own settings', () => {
  it.each([
    ['of the rules', {}],
    ['with a low bar', { relevanceThreshold: 0.1, driftThreshold: 0.1, citeThreshold: 0.1 }],
    ['with a high bar', { relevanceThreshold: 0.99, driftThreshold: 0.9, tierCaps: { tier1: 1, tier2: 1, tier3: 1 } }],
    ['with an approved plan', { approvePlan: true }],
  ])('comes to the recorded decisions: %s', async (_, settings) => {
    research = await createRealResearch(inject('temporalAddress'), FILES);
    const question = 'How long does the harbour lamp burn on one filling, and what does section 2 say?';
    const isApproved = 'approvePlan' in settings;
    const { record } = await research.run(question, settings, async (handle, world) => {
      if (!isApproved) return;
      await world.until(handle, ({ planToApprove }) => planToApprove !== null);
      await handle.signal(approvePlanSignal, {});
    });

    const replayed = await replayRecord(record, {});

    expect(record.findings.length).toBeGreaterThan(0);
    expect(replayed).toMatchObject({ state: 'compared', changes: [] });
  });
});
