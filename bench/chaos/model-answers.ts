import { synthesisOf } from '../../test/support/builders/scripted-answers.ts';
import { MANY_TASKS, OTHER_QUESTION, QUESTION, TASKS } from './documents.ts';

interface Asked {
  /** Name of the reasoning step in kebab case. */
  readonly step: string;
  readonly prompt: string;
}

const ASSESSMENT = {
  keyEntities: ['harbour lamp', 'keeper', 'Osterhaven'],
  namedReferences: [],
  scope: 'lighting of the harbour lamp and the notes of its keeper',
  knowledgeGaps: [],
  coverage: 0.8,
};
const CLARIFYING = {
  text: 'Which season is meant?',
  reason: 'rules differ between seasons',
  assumption: 'the whole year',
};

/** What the played model says, by what the prompt holds and nothing else; undefined for a step that it does not know. */
export function answerTo({ step, prompt }: Asked): unknown {
  return ANSWERS[step]?.(prompt);
}

const ANSWERS: Readonly<Record<string, (prompt: string) => unknown>> = {
  'assess-clarity': (prompt) => ({
    ...ASSESSMENT,
    questions: /<conversation>\s*<\/conversation>/.test(prompt) ? [CLARIFYING] : [],
  }),
  'summarize-clarification': () => ({
    refinedIntent: `${QUESTION} In winter.`,
    scope: ASSESSMENT.scope,
    keyClarifications: ['winter'],
    remainingGaps: [],
  }),
  'plan-research': (prompt) => ({
    tasks: plannedTasks(prompt).map((text) => ({ text, rationale: 'a part of the question' })),
  }),
  // Nothing new: one search for each task keeps runs short, as the search provider is asked twice a second at most.
  'rewrite-query': (prompt) => ({ queries: [taskTextOf(prompt)] }),
  'score-relevance': (prompt) => {
    const { word } = taskOf(prompt);
    return {
      scores: taggedTexts(prompt, 'passage').map(({ id, text }) => scored(id, text.includes(word) ? 0.9 : 0.2)),
    };
  },
  'score-references': (prompt) => ({ scores: taggedTexts(prompt, 'passage').map(({ id }) => scored(id, 0.8)) }),
  'validate-relevance': (prompt) => ({ scores: taggedTexts(prompt, 'finding').map(({ id }) => scored(id, 0.9)) }),
  'extract-findings': (prompt) => ({
    passages: taggedTexts(prompt, 'passage').map(({ id, text }) => {
      const sentence = firstSentence(text);
      const quotes = [{ text: sentence, reason: 'the wording' }];
      return { id, information: sentence, quotes, relevance: 0.9, relevanceReason: 'says how it is done' };
    }),
  }),
  'summarize-task': (prompt) => {
    const [first] = quotedIn(prompt);
    return {
      summary: first?.text ?? '',
      keyFindings: first === undefined ? [] : [claimOf(first)],
      relevance: 0.9,
      relevanceReason: 'answers its task',
      gaps: [],
    };
  },
  'synthesize-report': (prompt) => {
    const claims = quotedIn(prompt).map(claimOf);
    return synthesisOf({ summary: claims.slice(0, 2), keyFindings: claims.slice(2, 4) });
  },
};

/** As few as there are subjects, or so many that a run asks for more than ten things at once. */
function plannedTasks(prompt: string): string[] {
  if (!prompt.includes(`at most ${MANY_TASKS}`)) return TASKS.map(({ text }) => text);
  // What two runs both search for, both of them may ask.
  const whose = prompt.includes(OTHER_QUESTION) ? 'other part' : 'part';
  return Array.from(
    { length: MANY_TASKS },
    (_, index) => `${TASKS[index % 2 === 0 ? 0 : 1].text} In ${whose} ${index + 1}.`,
  );
}

function taskTextOf(prompt: string): string {
  return /<task>\n([^\n]*)/.exec(prompt)?.[1] ?? '';
}

function taskOf(prompt: string) {
  return TASKS.find(({ text }) => taskTextOf(prompt).startsWith(text)) ?? TASKS[0];
}

/** Tagged texts with an id, in their order. */
function taggedTexts(prompt: string, tag: 'passage' | 'finding'): { readonly id: string; readonly text: string }[] {
  const pattern = new RegExp(`<${tag} id="([^"]+)">\\n([\\s\\S]*?)\\n</${tag}>`, 'g');
  return [...prompt.matchAll(pattern)].map(([, id = '', text = '']) => ({ id, text }));
}

/** Quotes under their citation keys, each text once. */
function quotedIn(prompt: string): { readonly key: string; readonly text: string }[] {
  const found = [...prompt.matchAll(/\[(\w+q\d+)\] "([^"]*)"/g)].map(([, key = '', text = '']) => ({ key, text }));
  return [...new Map(found.map((quote) => [quote.text, quote])).values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

function claimOf({ key, text }: { readonly key: string; readonly text: string }) {
  return { text, citations: [key] };
}

function scored(id: string, score: number) {
  return { id, score, reason: 'by its words' };
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
