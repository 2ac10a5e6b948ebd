import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { describe, expect, it } from 'vitest';
import { readTelemetry } from '../../../client/cli/runs/find-run.ts';
import type { RunStoreContext } from '../../../client/runs/run-view.ts';
import type { Stores } from '../../../workers/assembly/stores.ts';
import { draftOf, qualityOf, shownTelemetryOf, telemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress } from '../../support/builders/run-views.ts';

function storeWith(telemetry: object | null): RunStoreContext {
  const report = { ...draftOf({}), quality: qualityOf(), stats: { engine: 'offline' }, telemetry };
  const json = JSON.stringify({ report, drift: null, anchor: { refinements: [] } });
  const readReport = async () => (telemetry === null ? null : { name: 'a record', json, markdown: '' });
  return { tools: async () => ({ runs: { readReport } as unknown as Stores['runs'] }) };
}

const run = (progress: ResearchProgress | null, hasReport = true) => ({ researchId: 'run', progress, hasReport });

describe('readTelemetry', () => {
  it('prefers the record to the run itself, which shows a part', async () => {
    const telemetry = telemetryOf({ rewrittenQueries: ['of the record'] });
    const progress = researchProgress({ telemetry: shownTelemetryOf({ rewrittenQueries: ['of the run'] }) });

    expect(await readTelemetry(storeWith(telemetry), run(progress))).toEqual(telemetry);
  });

  it('uses the record when the run does not answer', async () => {
    const telemetry = telemetryOf({ rewrittenQueries: ['of the record'] });

    expect(await readTelemetry(storeWith(telemetry), run(null))).toEqual(telemetry);
  });

  it('comes from the run while there is no record', async () => {
    const telemetry = shownTelemetryOf({ rewrittenQueries: ['of the run'] });

    expect(await readTelemetry(storeWith(null), run(researchProgress({ telemetry }), false))).toEqual(telemetry);
  });

  it('is empty without either', async () => {
    expect(await readTelemetry(storeWith({ odd: true }), run(null))).toBeNull();
    expect(await readTelemetry(storeWith(null), run(null, false))).toBeNull();
  });
});
