import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../workflows/domain/report-rendering.ts';
import { anchorOf, reportContentOf } from '../../support/research-fixtures.ts';

function markdownOf(changes: Parameters<typeof reportContentOf>[0]): string {
  return renderReport(reportContentOf(changes)).markdown;
}

describe('the account of a report', () => {
  it('tells what was spent, what came from the store, and what a person changed', () => {
    const call = { requests: 3, lost: 1, reused: 2, promptTokens: 900, completionTokens: 80, money: 0.0123 };
    const ledger = {
      entries: [
        { ...call, kind: 'model' as const, name: 'plan-research', model: 'large' },
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
      'Model `plan-research` (`large`): 3 requests, 1 lost, 2 from the store, 900 + 80 tokens, $0.0123.',
    );
    expect(english).toContain('Search `searxng`: 3 requests, 1 lost, 2 from the store.');
    expect(english).toContain('Answers of the run `research-before` that were used again: 2.');
    expect(english).toContain(
      'Changed by a person at 2026-01-02T03:04:05.000Z: `Nothing more is done for the task t2.`',
    );
    expect(german).toContain('Suche `searxng`: 3 Anfragen, 1 verloren, 2 aus dem Speicher.');
  });
});

describe('a report whose model was of no use', () => {
  const useless = { uselessRequests: 28 };

  it('says that a model was asked, and does not say that none was', () => {
    const english = markdownOf(useless);
    const german = markdownOf({ ...useless, anchor: anchorOf({ language: 'de' }) });

    expect(english).toContain('selected and arranged by rule; a model was asked 28 times and gave nothing usable.');
    expect(english).not.toContain('no model was used');
    expect(german).toContain('ein Modell wurde 28-mal gefragt und gab nichts Brauchbares.');
    expect(german).not.toContain('kein Modell');
  });

  it('counts a single request as one', () => {
    expect(markdownOf({ uselessRequests: 1 })).toContain('a model was asked 1 time and gave nothing usable.');
  });

  it('is not one that was written without a model', () => {
    expect(markdownOf({ uselessRequests: 0 })).toContain('no model was used.');
  });
});
