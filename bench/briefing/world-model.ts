import { answerStep, type ScriptedKnowledge } from '../../test/support/builders/step-answers.ts';
import { answer, startScriptedModelServer } from '../../test/support/servers/scripted-model-server.ts';
import { NEWS } from './world-news.ts';

/** A model that knows the world's news. */
export interface WorldModel {
  /** Settings that lead a worker to it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Requests by step. */
  countOf(step: string): number;
  close(): Promise<void>;
}

/** What pages say on matters that several speak of: pages with one value say the same, others contradict each other. */
const SAID: Readonly<Record<string, readonly [matter: string, value: string]>> = {
  'agency/fee-12': ['fee', '12'],
  'courier/fee-12': ['fee', '12'],
  'herald/fee-again': ['fee', '12'],
  'agency/fee-20': ['fee', '20'],
  'courier/fee-20': ['fee', '20'],
  'tradeLetter/fee-25': ['fee', '25'],
  'insider/fee-25': ['fee', '25'],
  'tradeLetter/fee-25-again': ['fee', '25'],
  'agency/fee-25': ['fee', '25'],
  'insider/waiver': ['waiver', '300'],
  'agency/waiver': ['waiver', '300'],
  'courier/hydrogen': ['hydrogen', 'approved'],
  'herald/hydrogen': ['hydrogen', 'approved'],
  'agency/applications': ['applications', '140'],
  'herald/applications': ['applications', '140'],
};
const OPINION = 'herald/opinion/lower-the-fee';

/** Reads pages to the end, judges their news, and writes nothing of its own. */
export async function startWorldModel(): Promise<WorldModel> {
  const server = await startScriptedModelServer();
  server.answerBy(({ step, messages }) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    const reply = step === 'judge-news' ? judge(prompt) : answerStep({ step, prompt }, READER);
    return reply === undefined ? undefined : answer(reply);
  });
  return {
    environment: { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: 'scripted', PLUMBLINE_MODEL: 'scripted' },
    countOf: (step) => server.requests.filter((request) => request.step === step).length,
    close: () => server.close(),
  };
}

const READER: ScriptedKnowledge = {
  keyEntities: [],
  scope: '',
  coverage: 0,
  tasks: () => [],
  rationale: '',
  queries: () => [],
  extraction: ({ text }) => ({
    information: 'what the page says',
    quotes: NEWS.filter((article) => text.includes(article.text)).map((article) => ({
      text: article.text,
      reason: '',
    })),
    relevance: 1,
  }),
  report: () => ({}),
};

/** A verdict on each page that a prompt shows, in relation to what is known and to the pages above it. */
function judge(prompt: string): object {
  const shown = [...prompt.matchAll(/^(?<id>[pk]\d+): (?<said>.*)$/gmu)].map(({ groups }) => ({
    id: groups?.['id'] ?? '',
    page: pageOf(groups?.['said'] ?? ''),
  }));
  const news = shown.filter(({ id }) => id.startsWith('p'));
  const known = shown.filter(({ id }) => id.startsWith('k'));
  return Object.fromEntries(
    news.map(({ id, page }, index) => [
      id,
      {
        kind: page === OPINION ? 'opinion' : 'fact',
        relations: [...known, ...news.slice(0, index)].flatMap((other) => relationTo(other, page)),
      },
    ]),
  );
}

/** The first page with these words: another outlet may use the same. */
function pageOf(said: string): string {
  const article = NEWS.find(({ text }) => said.startsWith(text));
  return article === undefined ? '' : `${article.outlet}${article.path}`;
}

function relationTo(other: { readonly id: string; readonly page: string }, page: string): object[] {
  const [own, known] = [SAID[page], SAID[other.page]];
  if (own === undefined || known === undefined || own[0] !== known[0]) return [];
  const isSame = own[1] === known[1];
  const difference = isSame ? '' : `${own[1]} instead of ${known[1]}`;
  return [{ id: other.id, relation: isSame ? 'same' : 'changes', difference }];
}
