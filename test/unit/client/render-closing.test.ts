import { ON_THE_WEB } from '@plumbline/contracts/research/retrieval-activities';
import { describe, expect, it } from 'vitest';
import { renderClosing } from '../../../client/cli/rendering/render-report.ts';
import { shownTelemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress, runView } from '../../support/builders/run-views.ts';

const trust = {
  quotations: 34,
  equal: 34,
  confirmed: 31,
  unsure: 2,
  leftOut: 1,
  notJudged: 0,
  adherence: null,
  clarificationUse: null,
};
const measures = { drift: null, refused: [], trust };
const paths = {
  researchId: 'lamps',
  hasReport: true,
  reportPath: 'runs/lamps/report.md',
  recordPath: 'runs/lamps/report.json',
  webUi: null,
};

describe('renderClosing', () => {
  it('gives each part one line with the command that shows all of it, and the paths last', () => {
    const skippedFiles = [
      { locator: 'a.bin', reason: 'binary file' },
      { locator: 'b\u001b[31m.bin', reason: 'binary file' },
    ];
    const progress = researchProgress({
      corpus: corpusOf(skippedFiles),
      telemetry: shownTelemetryOf({
        references: {
          resolved: 1,
          followed: 0,
          refusedCount: 0,
          unresolved: ['§ 1', '§ 2', `https://a.example/${ON_THE_WEB}`],
        },
      }),
      usage: { searches: 1, pages: 4, modelCalls: 0, modelTokens: 0, money: 0 },
    });

    expect(renderClosing(runView({ ...paths, progress }), measures, 'http://127.0.0.1:8787/runs/lamps')).toEqual([
      'Files:   2 not read, or only in part: a.bin, b.bin (binary file) · npx plumbline report lamps --section files',
      'Links:   2 references not found in these documents · npx plumbline report lamps --section references',
      'About:   1 search, 4 passages read, 34 quotations equal their sources, 31 statements confirmed, 2 unsure, 1 left out · npx plumbline report lamps --section about',
      'Report:  runs/lamps/report.md',
      'Verify:  npx plumbline verify runs/lamps/report.json',
      'Trace:   npx plumbline trace lamps',
      'Page:    http://127.0.0.1:8787/runs/lamps',
    ]);
  });

  it('names the run where its report is in no file', () => {
    const run = runView({ ...paths, reportPath: null, recordPath: null });
    const lines = renderClosing(run, measures, null);

    expect(lines).toContain('Verify:  npx plumbline verify lamps');
    expect(lines.join()).not.toContain('Report:');
  });

  it('begins with the steps that a model failed to do, and why', () => {
    const cause = 'answer was refused. Ask in other words';
    const lost = (step: string) => ({ step, cause, count: 1, isByRule: true as const });
    const degradations = [
      lost('rewrite-query'),
      { step: 'plan-research', cause: 'other', count: 1 },
      lost('synthesize-report'),
    ];
    const run = runView({ ...paths, progress: researchProgress({ degradations }) });

    expect(renderClosing(run, measures, null)[0]).toBe(`No model: rewrite-query, synthesize-report: ${cause}`);
  });

  it('leaves out empty parts', () => {
    const run = runView({ ...paths, progress: researchProgress({ corpus: corpusOf([]) }) });
    const lines = renderClosing(run, { drift: null, refused: [], trust: null }, null);

    expect(lines.map((line) => line.split(':')[0])).toEqual(['About', 'Report', 'Verify', 'Trace', 'Page']);
    expect(lines.at(-1)).toBe('Page:    npx plumbline serve');
  });
});

function corpusOf(skippedFiles: readonly { locator: string; reason: string }[]) {
  return {
    corpusId: 'c1',
    version: 'v1',
    files: 1,
    passages: 2,
    added: 1,
    changed: 0,
    removed: 0,
    bytesRead: 9,
    languages: ['en'],
    partialCount: 0,
    skippedCount: skippedFiles.length,
    skippedFiles: [...skippedFiles],
  };
}
