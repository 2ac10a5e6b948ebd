import { synthesisOf } from '../../test/support/builders/scripted-answers.ts';
import { answer, type ModelReply, type ModelRequest } from '../../test/support/servers/scripted-model-server.ts';
import { type InventedCorpus, NETWORK } from './invented-corpus.ts';

/** A tagged text as a prompt shows it. */
interface Block {
  readonly id: string;
  readonly text: string;
}

/** Answers each step as a careful model would: by what the prompt holds, in the length that people see in real answers. */
export function createInventedAnswers({
  taskTexts,
}: InventedCorpus): (request: ModelRequest) => ModelReply | undefined {
  return ({ step, messages }) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    const [passages, findings] = [blocksIn(prompt, 'passage'), blocksIn(prompt, 'finding')];
    const subjects = subjectsIn(blocksIn(prompt, 'task')[0]?.text ?? prompt);
    // The heading says what a section is about; others may mention it.
    const isOn = ({ text }: Block): boolean =>
      subjects.some((subject) => text.slice(0, text.indexOf('\n')).toLowerCase().includes(subject));
    const replies: Readonly<Record<string, () => unknown>> = {
      'assess-clarity': () => ASSESSMENT,
      'plan-research': () => ({ tasks: taskTexts.map((text) => ({ text, rationale: 'one part of the question' })) }),
      'rewrite-query': () => ({
        queries: subjects.flatMap((name) => [
          `${name} rule`,
          `${name} failed exception`,
          `${name} result kept`,
          `duration of ${name}`,
        ]),
      }),
      'score-relevance': () => scoresOf(passages, (passage) => (isOn(passage) ? 0.9 : 0.25)),
      // One reference in two leads to something that the answer needs.
      'score-references': () => scoresOf(passages, (_, index) => (index % 2 === 0 ? 0.75 : 0.25)),
      'extract-findings': () => extractionOf(passages, isOn),
      'summarize-task': () => ({
        summary: findings
          .flatMap(({ text }) => quotesIn(text).map(([, words]) => words))
          .slice(0, 2)
          .join(' '),
        keyFindings: findings.slice(0, 3).flatMap(claimOf),
        relevance: 0.9,
        relevanceReason: 'it names the rule',
        gaps: [],
      }),
      'validate-relevance': () => scoresOf(findings, () => 0.9),
      'synthesize-report': () => reportOf(findings, prompt),
    };
    const reply = replies[step]?.();
    return reply === undefined ? undefined : answer(reply);
  };
}

const ASSESSMENT = {
  keyEntities: [NETWORK],
  namedReferences: [],
  scope: `what the rules of the ${NETWORK} say`,
  knowledgeGaps: [],
  coverage: 0.9,
  questions: [],
};

function blocksIn(prompt: string, tag: string): Block[] {
  const blocks = prompt.matchAll(new RegExp(`<${tag}(?: id="([^"]+)")?>\\n([\\s\\S]*?)\\n</${tag}>`, 'g'));
  return [...blocks].map(([, id = '', text = '']) => ({ id, text }));
}

function subjectsIn(text: string): string[] {
  return [...text.matchAll(/require for (?:the )?([^?]+)\?/g)].flatMap(([, list = '']) =>
    list.split(/, the | and the /),
  );
}

function scoresOf(blocks: readonly Block[], score: (block: Block, index: number) => number) {
  return {
    scores: blocks.map((block, index) => ({ id: block.id, score: score(block, index), reason: 'by its rule' })),
  };
}

/** In the shape that the prompt asks for: one answer, or one for each id. */
function extractionOf(passages: readonly Block[], isOn: (block: Block) => boolean) {
  const entries = passages.map((passage) => {
    const sentences = sentencesOf(passage.text).filter((sentence) => /\d/.test(sentence));
    const quoted = sentences.slice(0, isOn(passage) ? 2 : 1);
    return {
      id: passage.id,
      information: quoted.join(' '),
      quotes: quoted.map((text) => ({ text, reason: 'figure or threshold' })),
      relevance: isOn(passage) ? 0.9 : 0.5,
      relevanceReason: 'it states the rule',
    };
  });
  return { ...entries[0], passages: entries };
}

function sentencesOf(text: string): string[] {
  const body = text.slice(text.indexOf('\n'));
  return body.match(/[^\s.][^.]*\./g) ?? [];
}

function quotesIn(text: string): (readonly [key: string, words: string])[] {
  return [...text.matchAll(/\[(\w+q\d+)\] "([^"]*)"/g)].map(([, key = '', words = '']) => [key, words] as const);
}

function claimOf({ text }: Block) {
  return quotesIn(text)
    .slice(0, 1)
    .map(([key, words]) => ({ text: words, citations: [key] }));
}

function reportOf(findings: readonly Block[], prompt: string) {
  const shown = [quotesIn(prompt), ...findings.map(({ text }) => quotesIn(text))].flat();
  const stated = shown.map(([key, words]) => ({ text: words, citations: [key] }));
  return synthesisOf({ summary: stated.slice(0, 3), keyFindings: stated.slice(3, 8) });
}
