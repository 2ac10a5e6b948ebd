import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerableFollowUps } from '../../activities/conversations/proposed-follow-ups.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

const WICK = 'Where are wicks stored?';
const TIDE = 'How long does the tide flood the lower quay?';
const KEEPER = 'When does the keeper trim the wick?';
const HEIGHT = 'What is the height of the lamp above the quay?';
const UNKNOWN = 'Which locomotive pulls the night train to Trieste?';

let world: TestActivities;
beforeAll(async () => {
  world = await createTestActivities();
});
afterAll(() => world.dispose());

interface Proposal {
  readonly corpusId?: string;
  readonly anchor?: Partial<QueryAnchor>;
  readonly known?: readonly string[];
}

const keptOf = (proposed: readonly string[], { corpusId, anchor, known = [] }: Proposal = {}) =>
  answerableFollowUps(
    world.corpus.index,
    { corpusId: corpusId ?? world.report.corpusId, anchor: anchorOf(anchor) },
    proposed,
    known,
  );

describe('questions that a model thinks a person asks next', () => {
  it('are kept where a search finds a passage that may answer them', async () => {
    expect(await keptOf([UNKNOWN, WICK, ` ${TIDE} `])).toEqual([WICK, TIDE]);
  });

  it('are searched for in the language of the question', async () => {
    const anchor = { originalQuestion: 'Wie lange brennt die Lampe?', language: 'de' };
    const proposed = ['Wann wird die Laterne der Mole gelöscht?', 'Wann fährt der Zug nach Triest?'];

    expect(await keptOf(proposed, { anchor })).toEqual(proposed.slice(0, 1));
  });

  it('are kept where an item or a note may answer them, also without any document', async () => {
    const known = ['Pier Inn\nCity Boston\nPool yes'];
    const proposed = ['Does the Pier Inn have a pool?', WICK];

    expect(await keptOf(proposed, { corpusId: '', known })).toEqual(proposed.slice(0, 1));
  });

  it.each([
    ['is the question that was asked', 'how long does the harbour lamp burn ?'],
    ['is no question', 'Wicks are stored in a dry drawer.'],
    ['has no telling word', 'And then?'],
    ['is too long', `Where are wicks stored, and ${'where are wicks stored, and '.repeat(6)}why?`],
    ['says nothing', '?'],
  ])('are left out where one %s', async (_, text) => {
    expect(await keptOf([text, WICK])).toEqual([WICK]);
  });

  it('are three at most, each once', async () => {
    expect(await keptOf([WICK, `${WICK.toLowerCase()} `, TIDE, KEEPER, HEIGHT])).toEqual([
      WICK.toLowerCase(),
      TIDE,
      KEEPER,
    ]);
  });
});
