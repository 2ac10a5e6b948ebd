import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderRecord } from '@plumbline/report/rendering';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishReport } from '../../../../test/support/builders/published-report.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'useless-model-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe('a report of a model that never gave a usable answer', () => {
  it('says how many requests it got', async () => {
    const usage = { searches: 1, pages: 3, modelCalls: 28, modelTokens: 900, money: 0 };
    const { record } = await publishReport(home, { usage });

    expect(record.report.markdown).toContain('a model was asked 28 times without a usable answer.');
    expect(record.report.markdown).not.toContain('no model was used');
  });

  it('counts requests that brought no answer at all, which only the ledger knows', async () => {
    const { record } = await publishReport(home);
    const lost = { kind: 'model' as const, name: 'plan-research', model: 'm1', requests: 3, lost: 3, reused: 0 };
    const entries = [{ ...lost, promptTokens: 9, completionTokens: 0, money: null }];
    const ledger = { entries, reusedFrom: [] };

    expect(renderRecord({ ...record, ledger }).markdown).toContain(
      'a model was asked 3 times without a usable answer.',
    );
    const stats = { ...record.report.stats, engine: 'model' as const };
    const written = renderRecord({ ...record, ledger, report: { ...record.report, stats } }).markdown;
    expect(written).not.toContain('without a usable answer');
  });
});
