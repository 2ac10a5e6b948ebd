import type {
  Confidence,
  Grounding,
  Intent,
  Layout,
  RetrievalQuality,
  Strength,
  UiDecision,
} from '@plumbline/contracts/answers/answer';
import type { FormattingGuidance } from '@plumbline/contracts/answers/answer-activities';
import type { FoundItem } from '@plumbline/contracts/answers/catalogue-activities';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { statesAnswer } from '@plumbline/contracts/report/report-claims';
import type { Engine } from '@plumbline/contracts/research/accounting';
import { synthesisConfidence } from './retrieval-quality.ts';

interface IntentOfUi {
  readonly preferredLayout: Layout;
  readonly confidenceExpectation: Confidence;
}

/** By grounding, for messages about documents and for those about a catalogue. */
const UI_INTENTS: Readonly<Record<Grounding, Readonly<Record<'other' | 'catalogue', IntentOfUi>>>> = {
  none: {
    other: { preferredLayout: 'prose', confidenceExpectation: 'medium' },
    catalogue: { preferredLayout: 'prose', confidenceExpectation: 'weak' },
  },
  hybrid: {
    other: { preferredLayout: 'prose', confidenceExpectation: 'medium' },
    catalogue: { preferredLayout: 'list', confidenceExpectation: 'medium' },
  },
  full: {
    other: { preferredLayout: 'prose', confidenceExpectation: 'strong' },
    catalogue: { preferredLayout: 'cards', confidenceExpectation: 'strong' },
  },
};

export function uiIntentOf(grounding: Grounding, plannedVertical: string): IntentOfUi {
  return UI_INTENTS[grounding][plannedVertical === 'other' ? 'other' : 'catalogue'];
}

const OF_STRENGTH: Readonly<Record<Strength, Confidence>> = { strong: 'strong', ok: 'medium', weak: 'weak' };

export interface Answered {
  readonly grounding: Grounding;
  readonly plannedVertical: string;
  /** Null: nothing was retrieved. */
  readonly quality: RetrievalQuality | null;
  readonly lastStrength: Strength | null;
}

/** By this retrieval, else by the last one of the session, else by what the intent leads to expect. */
export function answerConfidenceOf({ grounding, plannedVertical, quality, lastStrength }: Answered): Confidence {
  if (quality !== null) return synthesisConfidence(quality);
  if (lastStrength !== null) return OF_STRENGTH[lastStrength];
  return uiIntentOf(grounding, plannedVertical).confidenceExpectation;
}

/** Weak answers show no cards: they would look more certain than they are. */
export function decideUi(answered: Answered): UiDecision {
  const answerConfidence = answerConfidenceOf(answered);
  const { preferredLayout } = uiIntentOf(answered.grounding, answered.plannedVertical);
  return { preferredLayout, showCards: answerConfidence !== 'weak', answerConfidence };
}

/** Without a model, nothing says how certain an answer is. */
export function withoutModel(ui: UiDecision): UiDecision {
  return { ...ui, answerConfidence: null };
}

/**
 * The same decision once the answer is written, so that label and words agree: a refusal is weak, and what a model states is strong
 * where its judge confirmed all of it, however good the search was.
 */
export function agreeingWith(
  ui: UiDecision,
  draft: Pick<ReportDraft, 'summary'>,
  { engine, hasItems }: { readonly engine: Engine; readonly hasItems: boolean },
): UiDecision {
  if (engine === 'offline') return withoutModel({ ...ui, showCards: hasItems });
  if (hasItems) return ui;
  if (draft.summary.length === 0) return { ...ui, showCards: false, answerConfidence: 'weak' };
  if (!statesAnswer(draft)) return { ...ui, answerConfidence: 'medium' };
  const isDoubtful = draft.summary.some(({ isUnverified, notJudged }) => isUnverified === true || notJudged === true);
  return { ...ui, answerConfidence: isDoubtful ? 'medium' : 'strong' };
}

/** What the message was about, for readers: planned, unless something more specific was found. */
export function uiVerticalOf(planned: string, observed: string): string {
  return observed === 'other' ? planned : observed;
}

// "A vs. B", "compare", "Unterschied zwischen": what is asked is how things differ.
const COMPARES =
  /\b(?:vs\.?|versus|compare[ds]?|comparison|difference[s]? between|vergleich\p{L}*|unterschied\p{L}* zwischen)(?!\p{L})/iu;

export function intentOf(grounding: Grounding, vertical: string, prompt: string): Intent {
  if (grounding === 'none') return 'browse';
  if (COMPARES.test(prompt)) return 'compare';
  return vertical === 'other' ? 'answer' : 'find';
}

/** Fewest items that a table is worth. */
const TABLE_ITEMS = 2;
/** Fewest items that a list is worth. */
const LIST_ITEMS = 3;

/**
 * A table only where the evidence is strong and items have attributes in common; otherwise prose or a list.
 *
 * @param items those that the answer shows
 * @param comparable labels of attributes
 */
export function formattingOf(
  quality: RetrievalQuality | null,
  items: readonly Pick<FoundItem, 'attributes'>[],
  comparable: readonly string[],
): FormattingGuidance {
  const confidence = synthesisConfidence(quality);
  const attributes = tellingAttributes(items, comparable);
  if (confidence === 'strong' && items.length >= TABLE_ITEMS && attributes.length > 0) {
    return { layout: 'table', attributes };
  }
  const layout = comparable.length > 0 && items.length >= LIST_ITEMS ? 'list' : 'prose';
  return { layout, attributes: [] };
}

/** Attributes that items state; attributes with equal values only if there are no others. */
function tellingAttributes(
  items: readonly Pick<FoundItem, 'attributes'>[],
  comparable: readonly string[],
): readonly string[] {
  const valuesOf = (label: string) =>
    items.map(({ attributes }) => attributes.find((attribute) => attribute.label === label)?.value);
  const statedOnes = comparable.filter((label) => valuesOf(label).some((value) => value !== undefined));
  const different = statedOnes.filter((label) => new Set(valuesOf(label)).size > 1);
  return different.length > 0 ? different : statedOnes;
}
