import type { JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AGENCY_TEXT,
  APPROVED,
  claimOf,
  GREEN_LIGHT,
  itemOf,
  type JudgedSource,
  judgeWith,
  REJECTED,
  sourceOf,
} from '../support/builders/briefing-judging-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { quoteOf } from '../support/builders/research-fixtures.ts';
import { createScriptedReasoner, type ScriptedReasoner } from '../support/builders/scripted-reasoner.ts';
import { answer } from '../support/servers/scripted-model-server.ts';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let model: ScriptedReasoner;

beforeAll(async () => {
  home = await temporaryFolder();
  model = await createScriptedReasoner();
});

afterAll(async () => {
  await model.dispose();
  await home.dispose();
});

const judgeAs = (verdicts: object, findings: readonly JudgedSource[], changes?: Partial<JudgeFindingsInput>) => {
  model.server.replyWith(answer(verdicts));
  return judgeWith(model.reasoner, home.path, findings, changes);
};
const fact = (...relations: readonly object[]) => ({ kind: 'fact', relations });

describe('a judge of news', () => {
  it('is shown the theme, its news and what is known of it, in one call', async () => {
    await judgeAs({ p1: fact(), p2: fact() }, [sourceOf('f1', APPROVED), sourceOf('f2', REJECTED)], {
      earlierClaims: [claimOf('c1', GREEN_LIGHT), claimOf('c2', AGENCY_TEXT, { mark: 'withdrawn' })],
      earlierItems: [itemOf('Halden Energy sold its gas business on Friday.')],
    });

    const shown = model.shown();
    expect(model.server.requests.at(-1)?.step).toBe('judge-news');
    expect(shown).toContain('Grid storage in Norvik\nActors: Norvik Energy Agency; Halden Energy\n');
    expect(shown).toContain(`p1: ${APPROVED}`);
    expect(shown).toContain(`p2: ${REJECTED}`);
    expect(shown).toContain(`k1: ${GREEN_LIGHT} (times.test, 2026-03-04)`);
    expect(shown).toContain('k2: Halden Energy sold');
    expect(shown).not.toContain(AGENCY_TEXT);
  });

  it.each([
    ['opinion', 'opinion'],
    ['forecast', 'forecast'],
    ['no statement that can be checked', 'nothing'],
    ['does not concern the theme', 'elsewhere'],
  ])('rejects a finding because of: %s', async (reason, kind) => {
    const { value } = await judgeAs({ p1: { kind, relations: [] } }, [sourceOf('f1', APPROVED)]);

    expect(value).toEqual({ items: [], relations: [], rejected: [{ findingId: 'f1', reason }] });
  });

  it('finds the fact among the sentences of a finding', async () => {
    const quotes = [quoteOf('f1q1', 'The agency should have waited for the council.'), quoteOf('f1q2', APPROVED)];
    const verdicts = { p1: { kind: 'opinion', relations: [] }, p2: fact() };
    const { value } = await judgeAs(verdicts, [sourceOf('f1', APPROVED, {}, { quotes })]);

    expect(value.items).toMatchObject([{ text: APPROVED, citations: ['f1q2'] }]);
    expect(value.rejected).toEqual([]);
  });

  it('says what is known in other words, what has changed, and what news contradict each other', async () => {
    const { value, cost } = await judgeAs(
      {
        p1: fact({ id: 'k1', relation: 'same', difference: '' }),
        p2: fact(
          { id: 'k1', relation: 'changes', difference: '' },
          { id: 'p1', relation: 'contradicts', difference: 'the opposite' },
          { id: 'k9', relation: 'same', difference: '' },
        ),
      },
      [sourceOf('f1', GREEN_LIGHT), sourceOf('f2', REJECTED, { outlet: 'other.test' })],
      { earlierClaims: [claimOf('c1', APPROVED)] },
    );

    expect(value.relations).toEqual([
      { itemId: 'item-f1', otherId: 'c1', relation: 'same', difference: '' },
      { itemId: 'item-f2', otherId: 'c1', relation: 'contradicts', difference: 'it has changed' },
      { itemId: 'item-f2', otherId: 'item-f1', relation: 'contradicts', difference: 'the opposite' },
    ]);
    expect(cost).toMatchObject({ engine: 'model', modelCalls: 1, degradations: [] });
  });

  it('tells what a source takes back', async () => {
    const text = 'The Norvik Energy Agency withdrew its statement that it had approved the Silverlake battery.';
    const { value } = await judgeAs(
      { p1: fact({ id: 'k1', relation: 'takes-back', difference: '' }) },
      [sourceOf('f1', text)],
      { earlierClaims: [claimOf('c1', APPROVED)] },
    );

    expect(value.items).toMatchObject([{ isRetraction: true }]);
    expect(value.relations).toMatchObject([{ otherId: 'c1', difference: 'it takes this back' }]);
  });

  it('is asked about twenty statements at a time, the facts of former calls being known', async () => {
    const findings = Array.from({ length: 21 }, (_, index) =>
      sourceOf(`f${index + 10}`, `Battery ${index} was built.`),
    );
    const all = Object.fromEntries(findings.slice(0, 20).map((_, index) => [`p${index + 1}`, fact()]));
    model.server.replyWith(answer(all));
    const { value, cost } = await judgeAs({ p1: fact({ id: 'k20', relation: 'same', difference: '' }) }, findings);

    expect(model.shown()).toContain('k20: Battery 19 was built.');
    expect(value.relations).toEqual([{ itemId: 'item-f30', otherId: 'item-f29', relation: 'same', difference: '' }]);
    expect(cost.modelCalls).toBe(2);
  });

  it('that leaves news out lets them be taken as without a model, which is counted', async () => {
    const { value, cost } = await judgeAs({ p1: { kind: 'opinion', relations: [] } }, [
      sourceOf('f1', APPROVED),
      sourceOf('f2', REJECTED),
    ]);

    expect(value.items.map(({ itemId }) => itemId)).toEqual(['item-f2']);
    expect(cost.degradations).toMatchObject([{ step: 'judge-news', count: 1 }]);
  });

  it('whose answers cannot be used changes nothing, which is counted', async () => {
    model.server.replyWith(answer({ unfit: true }));
    const { value, cost } = await judgeAs({ unfit: true }, [sourceOf('f1', APPROVED)]);

    expect(value.items).toHaveLength(1);
    expect(cost.degradations).toMatchObject([{ step: 'judge-news', count: 1 }]);
  });

  it('is not asked about what rules reject', async () => {
    const asked = model.server.requests.length;
    await judgeWith(model.reasoner, home.path, [sourceOf('f1', APPROVED, { tier: 3 })]);

    expect(model.server.requests).toHaveLength(asked);
  });
});
