import { createHash } from 'node:crypto';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { Source } from '@plumbline/contracts/evidence/source';
import { hashOfMeaning } from '@plumbline/contracts/research/frozen-anchor';
import type { GeneratedLanguage } from '../load/generated-words.ts';
import { createRandom } from '../load/random.ts';
import { madeSentence, nearCopyOf, QUESTIONS, SUBJECTS } from './made-words.ts';

/** What a run has found: documents in both languages, findings with three quotes each, and near-copies among them. */
export interface MadeEvidence {
  readonly anchor: QueryAnchor;
  readonly tasks: readonly ResearchTask[];
  readonly findings: readonly Finding[];
  readonly sources: readonly Source[];
  /** Stored texts by their hash. */
  readonly texts: ReadonlyMap<string, string>;
}

const PASSAGES_OF_A_DOCUMENT = 4;
const PARAGRAPHS = 3;
const SENTENCES_OF_A_PARAGRAPH = 3;
const OTHER_LANGUAGE_SHARE = 0.25;
const NEAR_COPY_SHARE = 0.08;
const UNTRUSTED_SHARE = 0.02;
const CREATED_AT = '2026-01-02T03:04:05.000Z';

interface Section {
  readonly heading: string;
  readonly start: number;
  readonly end: number;
  readonly paragraphs: readonly { readonly start: number; readonly sentences: readonly string[] }[];
}

/** Equal arguments make equal evidence. */
export function makeEvidence(findingCount: number, language: GeneratedLanguage = 'en', seed = 1): MadeEvidence {
  const random = createRandom(seed);
  const written = new Map<string, string[]>();
  const texts = new Map<string, string>();
  const sources: Source[] = [];
  const findings: Finding[] = [];
  for (let index = 0; findings.length < findingCount; index += 1) {
    const subject = index % SUBJECTS[language].length;
    const own = random() < OTHER_LANGUAGE_SHARE ? otherThan(language) : language;
    const write = (): string => writeSentence(written, own, SUBJECTS[own][subject] ?? '', random);
    const { title, text, sections } = makeDocument(`${SUBJECTS[own][subject]} ${index + 1}`, write);
    const source = toSource(index, title, text, own);
    texts.set(source.text.sha256, text);
    sources.push(source);
    for (const section of sections.slice(0, findingCount - findings.length)) {
      findings.push(toFinding({ number: findings.length + 1, subject, source, text, section, random }));
    }
  }
  return { anchor: makeAnchor(language), tasks: makeTasks(language), findings, sources, texts };
}

function makeAnchor(language: GeneratedLanguage): QueryAnchor {
  const anchor = {
    originalQuestion: QUESTIONS[language].join(' '),
    language,
    keyEntities: SUBJECTS[language].slice(0, 3),
    namedReferences: [],
    scope: '',
    refinements: [],
    assumptions: [],
    createdAt: CREATED_AT,
  };
  return { ...anchor, anchorHash: hashOfMeaning(anchor) };
}

function makeTasks(language: GeneratedLanguage): ResearchTask[] {
  return QUESTIONS[language].map((text, index) => ({ taskId: `t${index + 1}`, text, rationale: '' }));
}

function otherThan(language: GeneratedLanguage): GeneratedLanguage {
  return language === 'en' ? 'de' : 'en';
}

function writeSentence(
  written: Map<string, string[]>,
  language: GeneratedLanguage,
  subject: string,
  random: () => number,
): string {
  const before = written.get(subject) ?? [];
  const earlier = before[Math.floor(random() * before.length)];
  const isCopied = earlier !== undefined && random() < NEAR_COPY_SHARE;
  const sentence = isCopied ? nearCopyOf(earlier, random) : madeSentence(language, subject, random);
  written.set(subject, [...before.slice(-200), sentence]);
  return sentence;
}

function makeDocument(title: string, write: () => string) {
  let text = `# ${title}\n\n`;
  const sections: Section[] = [];
  for (let passage = 0; passage < PASSAGES_OF_A_DOCUMENT; passage += 1) {
    const heading = write().split(' ').slice(1, 4).join(' ');
    const start = text.length;
    text += `## ${heading}\n\n`;
    const paragraphs = [];
    for (let paragraph = 0; paragraph < PARAGRAPHS; paragraph += 1) {
      const sentences = Array.from({ length: SENTENCES_OF_A_PARAGRAPH }, write);
      paragraphs.push({ start: text.length, sentences });
      text += `${sentences.join(' ')}\n\n`;
    }
    sections.push({ heading, start, end: text.length - 2, paragraphs });
  }
  return { title, text, sections };
}

function toSource(index: number, title: string, text: string, language: GeneratedLanguage): Source {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return {
    sourceId: `s${index + 1}`,
    locator: `part-${index % 7}/${title.replaceAll(' ', '-').toLowerCase()}.md`,
    title,
    contentHash: sha256,
    mediaType: 'text/markdown',
    language,
    publishedAt: null,
    retrievedAt: CREATED_AT,
    pageCount: null,
    pageLabels: null,
    sourceTier: null,
    text: { sha256, byteLength: Buffer.byteLength(text), mediaType: 'text/plain' },
    textLayer: null,
    untrusted: [],
    untrustedBeside: [],
  };
}

interface FindingParts {
  readonly number: number;
  readonly subject: number;
  readonly source: Source;
  readonly text: string;
  readonly section: Section;
  readonly random: () => number;
}

function toFinding({ number, subject, source, text, section, random }: FindingParts): Finding {
  const findingId = `f${number}`;
  const { sourceId, locator, title, text: stored } = source;
  const relevance = Math.round(100 * (0.5 + 0.5 * random())) / 100;
  const quotes = section.paragraphs.map((paragraph, index): Quote => {
    const words = paragraph.sentences[index] ?? '';
    const start = text.indexOf(words, paragraph.start);
    const unit = { start: paragraph.start, end: paragraph.start + paragraph.sentences.join(' ').length };
    const place = { textHash: stored.sha256, page: null, start, end: start + words.length, unit };
    return { key: `${findingId}q${index + 1}`, text: words, sourceId, ...place, reason: '' };
  });
  return {
    findingId,
    taskId: `t${subject + 1}`,
    passageId: `p${number}`,
    sourceId,
    locator,
    title,
    page: null,
    headingPath: [title, section.heading],
    extractedInfo: quotes.map((quote) => quote.text).join(' '),
    quotes,
    passageSpan: { textHash: stored.sha256, start: section.start, end: section.end },
    hitScore: Math.round(100 * (0.3 + 0.7 * random())) / 100,
    relevance,
    relevanceReason: '',
    belowThreshold: false,
    ...(random() < 0.1 && { searchRank: 1 }),
    mentionedEntities: [],
    contextTier: ([1, 2, 3] as const)[number % 3] ?? 1,
    weight: relevance,
    depth: 0,
    origin: 'search',
    finalRelevance: relevance,
    finalReason: '',
    untrusted: random() < UNTRUSTED_SHARE ? ['instructions'] : [],
  };
}
