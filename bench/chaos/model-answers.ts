import {
  answerStep,
  claimOf,
  type ReadPrompt,
  type ScriptedKnowledge,
  STEP_ANSWERS,
  understoodAs,
} from '../../test/support/builders/step-answers.ts';
import { LOOKED_UP, MANY_TASKS, OTHER_QUESTION, QUESTION, TASKS } from './documents.ts';
import { MANY_QUESTION, MANY_TASKS_OF_HARBOURS } from './many-findings.ts';
import { MESSAGES, REMEMBERED } from './messages.ts';

const CLARIFYING = {
  text: 'Which season is meant?',
  reason: 'rules differ between seasons',
  assumption: 'the whole year',
};

/** Answers of the scripted model, which depend only on the prompt; undefined for an unknown step. */
export function answerTo(request: { readonly step: string; readonly prompt: string }): unknown {
  return answerStep(request, HARBOUR, ANSWERS);
}

/**
 * A message about hotels is about the catalogue; one that greets needs no source, and has something remembered. Nothing is
 * news of the bell, so that a briefing files an issue.
 */
const ANSWERS: typeof STEP_ANSWERS = {
  ...STEP_ANSWERS,
  'understand-message': (_, { message }) => {
    if (message === MESSAGES.general) return understoodAs(message, GREETING);
    if (!message.includes('hotels')) return understoodAs(message);
    const searches = [
      { tool: 'catalogue', query: 'quiet' },
      { tool: 'documents', query: message },
    ];
    return understoodAs(message, { ...OF_HOTELS, searches });
  },
  'synthesize-report': (knowledge, prompt) =>
    `${String(STEP_ANSWERS['synthesize-report']?.(knowledge, prompt))}\n\n## LOOK UP\n\n- ${LOOKED_UP} → the answer`,
  'judge-news': (_, { text }) => Object.fromEntries(text.split('<theme').slice(1).flatMap(judgedNews)),
};

function judgedNews(theme: string): (readonly [string, object])[] {
  const kind = theme.includes('The harbour bell') ? 'elsewhere' : 'fact';
  return [...theme.matchAll(/^(p\d+): /gm)].map(([, id = '']) => [id, { kind, relations: [] }]);
}

const GREETING = {
  grounding: 'none',
  reason: 'it is a greeting',
  searches: [],
  memory: [{ use: 'add', text: REMEMBERED, reason: 'critical' }],
};
const OF_HOTELS = { vertical: 'hotel', filters: [{ name: 'place', value: 'Osterhaven' }], preference: 'quiet' };

const HARBOUR: ScriptedKnowledge = {
  keyEntities: ['harbour lamp', 'keeper', 'Osterhaven'],
  scope: 'lighting of the harbour lamp and the notes of its keeper',
  coverage: 0.8,
  questions: ({ text }) => (/<conversation>\s*<\/conversation>/.test(text) ? [CLARIFYING] : []),
  clarification: { refinedIntent: `${QUESTION} In winter.`, keyClarifications: ['winter'] },
  tasks: plannedTasks,
  rationale: 'a part of the question',
  // Nothing new: one search for each task keeps runs short, as the search provider is asked twice a second at most.
  queries: ({ task }) => [task],
  extraction: ({ text }, prompt) => {
    const sentence = firstSentence(text);
    const quotes = [{ text: sentence, reason: 'the wording' }];
    const isAsked = tasksOf(prompt.text).some(({ word }) => text.includes(word)) || text.includes(LOOKED_UP);
    return { information: sentence, quotes, relevance: isAsked ? 0.9 : 0.2 };
  },
  report: (prompt) => {
    const claims = distinctQuotes(prompt).map(claimOf);
    return { summary: claims.slice(0, 2), keyFindings: claims.slice(2, 4) };
  },
};

/** As few as there are subjects, or so many that a run asks for more than ten things at once. */
function plannedTasks({ text: prompt }: ReadPrompt): string[] {
  if (prompt.includes(MANY_QUESTION)) return MANY_TASKS_OF_HARBOURS.map(({ text }) => text);
  if (!prompt.includes(`at most ${MANY_TASKS}`)) return TASKS.map(({ text }) => text);
  // Two runs that search for the same may both ask for it.
  const part = prompt.includes(OTHER_QUESTION) ? 'other part' : 'part';
  return Array.from(
    { length: MANY_TASKS },
    (_, index) => `${TASKS[index % 2 === 0 ? 0 : 1].text} In ${part} ${index + 1}.`,
  );
}

function tasksOf(prompt: string): readonly { readonly text: string; readonly word: string }[] {
  return prompt.includes(MANY_QUESTION) ? MANY_TASKS_OF_HARBOURS : TASKS;
}

/** Each text once, in the order of the texts. */
function distinctQuotes({ quotes }: ReadPrompt): ReadPrompt['quotes'] {
  return [...new Map(quotes.map((quote) => [quote.text, quote])).values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

/** Of what follows the headings. */
function firstSentence(passage: string): string {
  const [, ...lines] = passage.split('\n');
  const body = lines
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
  return /[^.]*\./.exec(body)?.[0].trim() ?? body;
}
