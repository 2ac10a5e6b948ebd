import { renderReport } from '@plumbline/report/rendering';
import { phrasesFor } from '@plumbline/report/wording';
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  draftOf,
  qualityOf,
  reportContentOf,
  telemetryOf,
} from '../../../../test/support/builders/research-fixtures.ts';
import { accountOf } from '../../document/account.ts';

const LEFT_OUT = { text: 'It burns for ten hours.', reason: 'not said', outcome: 'left-out' } as const;
const MENDED = { ...LEFT_OUT, outcome: 'mended', replacement: 'It burns for nine hours.' } as const;
const nine = { text: 'The harbour lamp burns for nine hours.', citations: ['t1f1q1'] };

function markdownOf(changes: Parameters<typeof reportContentOf>[0]): string {
  return renderReport(reportContentOf(changes)).markdown;
}

describe('the account of a report', () => {
  it.each([
    ['offline', [nine], [], '; quotations only, no claim was judged by a model'],
    ['model', [], [], ''],
    ['model', [nine, { ...nine, isEntailed: true }], [], '; 2 statements confirmed'],
    ['model', [nine, { ...nine, isUnverified: true }], [LEFT_OUT], '; 1 statement confirmed, 1 unsure, 1 left out'],
    ['model', [{ ...nine, notJudged: true }], [MENDED], '; 0 statements confirmed, 1 not judged'],
    ['model', [{ ...nine, notJudged: true, isUnverified: true }], [], '; 0 statements confirmed, 1 not judged'],
  ] as const)('counts statements by how they were judged: %s, %j', (engine, summary, refused, said) => {
    const quality = qualityOf({ quotesChecked: 9, refused: [...refused] });
    const content = reportContentOf({ engine, draft: draftOf({ summary: [...summary] }), quality });
    const lines = accountOf(content, phrasesFor('en'));

    expect(lines.find((line) => line.startsWith('Checks'))).toBe(
      `Checks: 9 quotations compared with the stored sources, 0 rejected${said}.`,
    );
  });

  it.each([
    ['en', null, 'whether one statement says what the sources say was not judged. Compare it with the quotations.'],
    ['en', 'no answer', 'what the sources say was not judged (no answer).'],
    ['de', null, 'Ob eine Aussage ihren Quellen entspricht, hat niemand beurteilt.'],
  ])('says before the answer that statements were not judged: %s, %s', (language, cause, said) => {
    const content = {
      anchor: anchorOf({ language }),
      engine: 'model' as const,
      draft: draftOf({ summary: [{ ...nine, notJudged: true }] }),
      degradations: cause === null ? [] : [{ step: 'judge-entailment', cause, count: 1 }],
    };

    expect(markdownOf(content).split('\n')[2]).toContain(said);
    expect(markdownOf({ ...content, engine: 'offline' }).split('\n')[2]).not.toContain(said);
  });

  it('shows what was spent, what came from the store, and what a user changed', () => {
    const call = { requests: 3, lost: 1, reused: 2, promptTokens: 900, completionTokens: 80, money: 0.0123 };
    const ledger = {
      entries: [
        { ...call, kind: 'model' as const, name: 'plan-research', model: 'large' },
        {
          ...call,
          kind: 'model' as const,
          name: 'assess-clarity',
          model: 'small',
          requests: 1,
          lost: 0,
          reused: 0,
          promptTokens: 0,
          completionTokens: 0,
          money: null,
        },
        {
          ...call,
          kind: 'search' as const,
          name: 'searxng',
          model: '',
          promptTokens: 0,
          completionTokens: 0,
          money: null,
        },
      ],
      reusedFrom: [{ researchId: 'research-before', answers: 2 }],
    };
    const steer = { action: 'drop-task', taskId: 't2' } as const;
    const steering = [{ steer, at: '2026-01-02T03:04:05.000Z', effect: 'Nothing more is done for the task t2.' }];

    const english = markdownOf({ ledger, steering });
    const german = markdownOf({ ledger, anchor: anchorOf({ language: 'de' }) });

    expect(english).toContain(
      '- Model: 4 requests, 1 lost, 2 from the store, 900 + 80 tokens, $0.0123. Search: 3 requests, 1 lost, 2 from the store. Answers of the run `research-before` that were used again: 2.\n',
    );
    expect(english).toContain(
      '## Clarifications and assumptions\n\n- Changed by a person at 2026-01-02T03:04:05.000Z: `Nothing more is done for the task t2.`\n',
    );
    expect(german).toContain('Suche: 3 Anfragen, 1 verloren, 2 aus dem Speicher.');
  });

  it('says of which run a fork is, and what was changed', () => {
    const changes = [
      { name: 'settings.maxTasks', a: 6, b: 3 },
      { name: 'corpusDirectories', a: ['lamp'], b: ['lamp', 'minutes'] },
      { name: 'settings.model', a: null, b: '`large`' },
    ];
    const forkedFrom = { researchId: 'research-before', from: 'research', changes, ancestors: [] } as const;

    expect(markdownOf({ forkedFrom: { ...forkedFrom, ancestors: [] } })).toContain(
      '- Forked from the run `research-before`, of which everything before research was kept; changed: `maxTasks 6 → 3`, `corpusDirectories lamp → lamp minutes`, ',
    );
    expect(markdownOf({ forkedFrom: { ...forkedFrom, from: 'plan', changes: [], ancestors: [] } })).toContain(
      'of which everything before planning was kept; nothing was changed.',
    );
    expect(
      markdownOf({ forkedFrom: { ...forkedFrom, changes: [], ancestors: [] }, anchor: anchorOf({ language: 'de' }) }),
    ).toContain('- Abgezweigt vom Lauf `research-before`, von dem alles vor der Recherche stammt; nichts geändert.');
    expect(markdownOf({})).not.toContain('Forked');
  });

  it('says of a report of before that it is weak', () => {
    const low = { code: 'QUALITY_LOW', queryAdherence: 40, citationSupport: 65 } as const;

    expect(markdownOf({ diagnostics: [low], draft: draftOf({ summary: [nine] }) })).toContain(
      '`QUALITY_LOW`: Read this report with care: its quality is low (query adherence 40 %, citation support 65 %).',
    );
  });

  it.each(['en', 'de'])('has at most twelve lines (%s)', (language) => {
    const many = <Item>(make: (index: number) => Item) => Array.from({ length: 40 }, (_, index) => make(index));
    const markdown = markdownOf({
      anchor: anchorOf({ language }),
      draft: draftOf({ summary: [nine] }),
      diagnostics: many((index) => ({ code: 'DOCUMENT_CHANGED' as const, locator: `d${index}.md` })),
      degradations: many((index) => ({ step: `s${index}`, cause: 'no answer', count: 1 })),
      quality: qualityOf({ quotesChecked: 9, notes: many((index) => `note ${index}`) }),
      skippedFiles: many((index) => ({ locator: `f${index}.bin`, reason: 'binary file' })),
      filesSkipped: 90,
      drift: { tiers: [{ tier: 2, total: 9, kept: 1 }], dropped: [] },
      references: { resolved: 1, followed: 0, refused: [], refusedCount: 7, unresolved: many((index) => `§ ${index}`) },
      usage: { searches: 1, pages: 1, modelCalls: 3, modelTokens: 9, money: 0 },
      retrieval: telemetryOf({
        providerErrors: many((index) => ({ provider: `p${index}`, cause: 'gone', count: 1 })),
      }),
      ledger: {
        entries: [],
        reusedFrom: many((index) => ({ researchId: `research-${index}`, answers: 1 })),
      },
    });
    const lines = (markdown.split('\n## ').at(-1) ?? '').trim().split('\n').slice(2);

    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines.filter((line) => !line.startsWith('- '))).toEqual([]);
    expect(lines.at(-1)).toContain('report.json');
  });

  it('uses the singular for one skipped file and one search', () => {
    const skippedFiles = [{ locator: 'a.bin', reason: 'binary file' }];
    const content = {
      skippedFiles,
      filesSkipped: 1,
      usage: { searches: 1, pages: 1, modelCalls: 1, modelTokens: 1, money: 0 },
    };

    expect(markdownOf(content)).toContain(
      '- 1 file could not be read: `a.bin` (binary file).\n- 1 task, 1 search, 1 passage read. 1 model call, 1 token.\n',
    );
    expect(markdownOf({ ...content, anchor: anchorOf({ language: 'de' }) })).toContain(
      '- 1 Datei konnte nicht gelesen werden: `a.bin` (binary file).\n- 1 Aufgabe, 1 Suche, 1 Textstelle gelesen. 1 Modellaufruf, 1 Token.\n',
    );
  });
});

describe('a report whose model never gave a usable answer', () => {
  const useless = { uselessRequests: 28 };

  it('says that a model was asked', () => {
    const english = markdownOf(useless);
    const german = markdownOf({ ...useless, anchor: anchorOf({ language: 'de' }) });

    expect(english).toContain('selected and arranged by rule; a model was asked 28 times without a usable answer.');
    expect(english).not.toContain('no model was used');
    expect(german).toContain('ein Modell wurde 28-mal gefragt, ohne brauchbare Antwort.');
    expect(german).not.toContain('kein Modell');
  });

  it('counts a single request as one', () => {
    expect(markdownOf({ uselessRequests: 1 })).toContain('a model was asked 1 time without a usable answer.');
  });

  it('differs from one that was written without a model', () => {
    expect(markdownOf({ uselessRequests: 0 })).toContain('no model was used.');
  });

  it('names web pages that were read in part in one line, apart from the files', () => {
    const pages = Array.from({ length: 12 }, (_, index) => ({
      locator: `https://harbour.example/${index}`,
      reason: `${index + 2} words not read: menus`,
      isPartial: true,
    }));
    const skippedFiles = [{ locator: 'a.bin', reason: 'binary file' }, ...pages];
    const markdown = markdownOf({ skippedFiles, filesSkipped: 1 });

    expect(markdown).toContain('- 1 file could not be read: `a.bin` (binary file).\n');
    expect(markdown).toContain(
      '- 12 web pages were read only in part: `https://harbour.example/0` (2 words not read: menus); `https://harbour.example/1` (3 words not read: menus); the rest: report.json and the page.\n',
    );
    expect(markdownOf({ skippedFiles: pages.slice(0, 1), anchor: anchorOf({ language: 'de' }) })).toContain(
      '- 1 Webseite wurde nur zum Teil gelesen: `https://harbour.example/0`',
    );
  });

  it('says what providers noted of their searches, and not how tasks fared', () => {
    const missed = 'searxng: some of its search engines did not answer: google (CAPTCHA)';
    const retrieval = telemetryOf({ qualityNotes: ['t1: one hit only', missed, 'brave: 2 of 9 results have no date'] });
    const markdown = markdownOf({ retrieval, providers: ['searxng'] });

    expect(markdown).toMatch(/^- Retrieval: .+ `searxng: some of its search engines did not answer: google/m);
    expect(markdown).not.toMatch(/one hit only|have no date/);
  });
});
