import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTelemetry } from '../../../client/cli/runs/run-measures.ts';
import { shownTelemetryOf, telemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress } from '../../support/builders/run-views.ts';

const folder = mkdtempSync(join(tmpdir(), 'measures-'));
afterAll(() => rmSync(folder, { recursive: true }));

function recordWith(telemetry: object): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ report: { quality: { scores: null }, telemetry }, drift: null }));
  return path;
}

describe('readTelemetry', () => {
  it('prefers the record to the run itself, which shows a part', async () => {
    const telemetry = telemetryOf({ rewrittenQueries: ['of the record'] });
    const recordPath = recordWith(telemetry);
    const progress = researchProgress({ telemetry: shownTelemetryOf({ rewrittenQueries: ['of the run'] }) });

    expect(await readTelemetry({ progress, recordPath })).toEqual(telemetry);
  });

  it('uses the record when the run does not answer', async () => {
    const telemetry = telemetryOf({ rewrittenQueries: ['of the record'] });

    expect(await readTelemetry({ progress: null, recordPath: recordWith(telemetry) })).toEqual(telemetry);
  });

  it('comes from the run while there is no record', async () => {
    const telemetry = shownTelemetryOf({ rewrittenQueries: ['of the run'] });

    expect(await readTelemetry({ progress: researchProgress({ telemetry }), recordPath: null })).toEqual(telemetry);
  });

  it('is empty without either', async () => {
    expect(await readTelemetry({ progress: null, recordPath: recordWith({ odd: true }) })).toBeNull();
    expect(await readTelemetry({ progress: null, recordPath: null })).toBeNull();
  });
});
