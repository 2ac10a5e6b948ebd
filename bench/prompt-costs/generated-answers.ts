import {
  answerStep,
  claimOf,
  type PromptBlock,
  quotesIn,
  type ReadPrompt,
  type ScriptedKnowledge,
} from '../../test/support/builders/step-answers.ts';
import { answer, type ModelReply, type ModelRequest } from '../../test/support/servers/scripted-model-server.ts';
import { type GeneratedCorpus, NETWORK } from './generated-corpus.ts';
import { sectionsOf } from './generated-report.ts';

/** Answers each step as a careful model would: by what the prompt holds, in the length that people see in real answers. */
export function createGeneratedAnswers(corpus: GeneratedCorpus): (request: ModelRequest) => ModelReply | undefined {
  const knowledge = knowledgeOf(corpus);
  return ({ step, messages }) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    const reply = answerStep({ step, prompt }, knowledge);
    return reply === undefined ? undefined : answer(reply);
  };
}

function knowledgeOf({ taskTexts }: GeneratedCorpus): ScriptedKnowledge {
  return {
    keyEntities: [NETWORK],
    scope: `what the rules of the ${NETWORK} say`,
    coverage: 0.9,
    tasks: () => taskTexts,
    rationale: 'one part of the question',
    queries: (prompt) =>
      subjectsOf(prompt).flatMap((name) => [
        `${name} rule`,
        `${name} failed exception`,
        `${name} result kept`,
        `duration of ${name}`,
      ]),
    extraction: extractionOf,
    report: (prompt) => reportOf(prompt, subjectNames(taskTexts)),
  };
}

function subjectsOf({ task, text }: ReadPrompt): string[] {
  return subjectNames([task === '' ? text : task]);
}

function subjectNames(questions: readonly string[]): string[] {
  return questions.flatMap((text) =>
    [...text.matchAll(/require for (?:the )?([^?]+)\?/g)].flatMap(([, list = '']) => list.split(/, the | and the /)),
  );
}

/** The heading says what a section is about, for any of the tasks; others may mention it. */
function isOn({ text }: PromptBlock, prompt: ReadPrompt): boolean {
  const heading = text.slice(0, text.indexOf('\n')).toLowerCase();
  return subjectNames([prompt.text]).some((subject) => heading.includes(subject));
}

function extractionOf(passage: PromptBlock, prompt: ReadPrompt) {
  const sentences = sentencesOf(passage.text).filter((sentence) => /\d/.test(sentence));
  const quoted = sentences.slice(0, isOn(passage, prompt) ? 2 : 1);
  return {
    information: quoted.join(' '),
    quotes: quoted.map((text) => ({ text, reason: 'figure or threshold' })),
    relevance: isOn(passage, prompt) ? 0.9 : 0.5,
  };
}

function sentencesOf(text: string): string[] {
  const lines = text
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('#'));
  const body = lines.join('\n').replaceAll('[…]', '');
  return body.match(/[^\s.][^.]*\./g) ?? [];
}

function reportOf(prompt: ReadPrompt, subjects: readonly string[]) {
  const { quotes, findings } = prompt;
  const shown = [...quotes, ...findings.flatMap(({ text }) => quotesIn(text))];
  return { summary: shown.slice(0, 3).map(claimOf), sections: sectionsOf(prompt, subjects) };
}
