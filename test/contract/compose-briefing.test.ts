import type { ComposeBriefingInput } from '@plumbline/contracts/briefings/briefing-activities';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createComposeBriefing } from '../../activities/entries/briefings/compose-briefing.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';
import { claimOf, themeOf } from '../support/builders/briefing-judging-fixtures.ts';
import { anchorOf, findingOf } from '../support/builders/research-fixtures.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

const NEW = claimOf('c1', 'The Norvik Energy Agency approved the Silverlake battery.', { citations: ['f1q1'] });
const KEPT = claimOf('c2', 'The battery costs 410 million euros.', { citations: ['f2q1'], mark: 'kept' });

let server: ScriptedModelServer;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

const inputOf = (changes: Partial<ComposeBriefingInput> = {}): ComposeBriefingInput => ({
  engine: 'configured',
  today: '2026-03-06',
  since: '2026-03-05',
  metering: UNLIMITED,
  approvedTasks: [],
  anchor: anchorOf({ originalQuestion: 'What has changed in energy?' }),
  methodology: [],
  background: [],
  themes: [{ theme: themeOf(), delta: 'changed', claims: [NEW, KEPT], said: null }],
  interactions: [],
  findings: [findingOf('f1', NEW.text), findingOf('f2', KEPT.text)],
  ...changes,
});

function compose(input: ComposeBriefingInput, { isOffline = false } = {}) {
  const models = { small: 'small-model', main: 'main-model' };
  const reasoner = isOffline
    ? createOfflineReasoner()
    : createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
  const activity = createComposeBriefing({ reasoner });
  return runAsActivity(() => activity(input, new AbortController().signal), { attempt: 1 });
}

const written = (text: string, ...citations: string[]) => ({ text, citations });
const EMPTY = { themeId: 'grid-storage', summary: [], focus: [], beside: [] };

describe('writing a briefing', () => {
  it('keeps sentences that cite news of their theme, and questions that name an actor', async () => {
    const approved = written('The agency approved the battery, which costs 410 million euros.', 'f1q1', 'f2q1');
    server.replyWith(
      answer({
        p1: {
          summary: [approved, written('It costs 410 million euros.', 'f2q1'), written('It is blue.', 'f9q9')],
          focus: ['What does Halden Energy pay for the battery?', 'What will the weather be?'],
        },
      }),
    );

    const { value, cost } = await compose(inputOf());

    expect(value.themes).toEqual([
      { ...EMPTY, summary: [approved], focus: ['What does Halden Energy pay for the battery?'] },
    ]);
    expect(cost).toMatchObject({ engine: 'model', modelCalls: 1, degradations: [] });
  });

  it('writes from what is new in the documents, also where no claim is', async () => {
    const passage = { text: 'Release 3.1.0 adds retries.', place: 'Changelog', day: '2026-03-05', citations: ['f1q1'] };
    const said = { query: 'release', passages: [passage], fresh: 1, known: 0 };
    const sentence = written('Release 3.1.0 of 5 March adds retries.', 'f1q1');
    server.replyWith(answer({ p1: { summary: [sentence], focus: [] } }));

    const { value } = await compose(inputOf({ themes: [{ theme: themeOf(), delta: 'changed', claims: [], said }] }));

    expect(value.themes).toEqual([{ ...EMPTY, summary: [sentence] }]);
    expect(server.requests[0]?.messages.map(({ content }) => content).join('\n')).toContain(
      '[f1q1] "Release 3.1.0 adds retries." (in a document; Changelog; 2026-03-05)',
    );
  });

  it('shows a model what goes on with a passage, to be cited too', async () => {
    const passage = { text: 'Release 3.1.0 adds retries.', place: 'Log', day: '2026-03-05', citations: ['f1q1'] };
    const said = { query: 'release', passages: [passage], fresh: 2, known: 0 };
    const [opening, rest] = [findingOf('f1', passage.text), findingOf('f1', 'A request is tried three times.')];
    const quotes = [...opening.quotes, ...rest.quotes.map((quote) => ({ ...quote, key: 'f1q2' }))];
    const sentence = written('Since release 3.1.0 a request is tried three times.', 'f1q2');
    server.replyWith(answer({ p1: { summary: [sentence], focus: [] } }));

    const { value } = await compose(
      inputOf({
        themes: [{ theme: themeOf(), delta: 'changed', claims: [], said }],
        findings: [{ ...opening, quotes }],
      }),
    );

    expect(value.themes).toEqual([{ ...EMPTY, summary: [sentence] }]);
    expect(server.requests[0]?.messages.map(({ content }) => content).join('\n')).toContain(
      '2026-03-05)\n[f1q2] goes on: "A request is tried three times."',
    );
  });

  it('takes as beside the theme only what stands below it in the documents', async () => {
    const said = (key: string) => {
      const passage = { text: `The agency moves (${key}).`, place: '', day: '2026-03-05', citations: [key] };
      return { query: 'agency', passages: [passage], fresh: 1, known: 0 };
    };
    const wind = themeOf({ id: 'wind', title: 'Wind power' });
    server.replyWith(answer({ p1: { beside: ['f2q1', 'f1q1', 'f3q1', 'f9q9'] }, p2: {} }));

    const { value } = await compose(
      inputOf({
        themes: [
          { theme: themeOf(), delta: 'changed', claims: [NEW], said: said('f2q1') },
          { theme: wind, delta: 'new', claims: [], said: said('f3q1') },
        ],
      }),
    );

    expect(value.themes.map(({ beside }) => beside)).toEqual([['f2q1'], []]);
  });

  it('drops keys of other themes and keys that were not issued', async () => {
    const wind = themeOf({ id: 'wind', title: 'Wind power' });
    const other = claimOf('c3', 'Halden Energy built a wind farm.', { themeId: 'wind', citations: ['f3q1'] });
    server.replyWith(
      answer({
        p1: { summary: [written('The battery was approved.', 'f1q1', 'f3q1', 'f9q9')], focus: [] },
        p2: { summary: [written('The battery was approved [f1q1].')], focus: [] },
      }),
    );

    const { value } = await compose(
      inputOf({
        themes: [
          { theme: themeOf(), delta: 'changed', claims: [NEW], said: null },
          { theme: wind, delta: 'new', claims: [other], said: null },
        ],
      }),
    );

    expect(value.themes).toEqual([
      { ...EMPTY, summary: [written('The battery was approved.', 'f1q1')] },
      { ...EMPTY, themeId: 'wind' },
    ]);
  });

  it.each([
    ['stale', [NEW]],
    ['ongoing', [KEPT]],
  ])('asks no model about a theme that is %s and has no news', async (delta, claims) => {
    const { value } = await compose(inputOf({ themes: [{ theme: themeOf(), delta, claims, said: null }] }));

    expect(value.themes).toEqual([EMPTY]);
    expect(server.requests).toEqual([]);
  });

  it('never shows a model addresses, or claims of passages that address it', async () => {
    server.replyWith(answer({ p1: { summary: [], focus: [] } }));
    const hostile = claimOf('c4', 'Halden Energy sold all shares.', { citations: ['f4q1'] });

    await compose(
      inputOf({
        background: [{ heading: 'Brief', text: 'See https://times.test/silverlake [f1q1].' }],
        themes: [{ theme: themeOf(), delta: 'changed', claims: [NEW, hostile], said: null }],
        findings: [findingOf('f4', hostile.text, { untrusted: ['instructions'] })],
      }),
    );

    const prompt = server.requests[0]?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain(`[f1q1] "${NEW.text}" (confirmed; new)`);
    expect(prompt).not.toMatch(/https?:|sold all shares|silverlake \[/u);
  });

  it('writes nothing by rule: the claims speak for themselves', async () => {
    const { value, cost } = await compose(inputOf(), { isOffline: true });

    expect(value.themes).toEqual([EMPTY]);
    expect(cost).toMatchObject({ engine: 'offline', modelCalls: 0 });
  });
});
