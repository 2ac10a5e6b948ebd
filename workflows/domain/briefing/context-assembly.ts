import {
  CONTEXT_COMPONENTS,
  type ContextCaps,
  type ContextComponent,
} from '@plumbline/contracts/briefings/briefing-settings';
import { estimateTokens } from '@plumbline/contracts/common/token-estimate';

export interface ContextEntry {
  readonly id: string;
  readonly text: string;
}

export type ContextParts = Readonly<Record<ContextComponent, readonly ContextEntry[]>>;

export interface AssembledContext {
  readonly kept: ContextParts;
  /** Tokens of what was kept, and how many entries were cut. */
  readonly tokens: readonly { readonly component: ContextComponent; readonly tokens: number; readonly cut: number }[];
  /** What is over its own cap and was not cut, with the figures. */
  readonly notes: readonly string[];
  /** Why nothing may be written, with the figures; null: nothing is in the way. */
  readonly halt: string | null;
}

/** Without these no synthesis is sound, so they are never cut. */
const UNCUT: readonly ContextComponent[] = ['methodology', 'state'];
const CUT = CONTEXT_COMPONENTS.filter((component) => !UNCUT.includes(component));

/**
 * Cuts each component to its cap, from its last entry up; then, over the total, from the last entry of the lowest component up.
 *
 * @param parts entries of each component, the most important first
 */
export function assembleContext(parts: ContextParts, caps: ContextCaps): AssembledContext {
  const capped = CUT.reduce<ContextParts>(
    (left, component) => ({ ...left, [component]: withinTokens(left[component], caps[component]) }),
    parts,
  );
  const kept = withinTotal(capped, caps.total);
  return {
    kept,
    tokens: CONTEXT_COMPONENTS.map((component) => ({
      component,
      tokens: tokensOf(kept[component]),
      cut: parts[component].length - kept[component].length,
    })),
    notes: notesOn(kept, caps),
    halt: haltOf(kept, caps),
  };
}

function notesOn(kept: ContextParts, caps: ContextCaps): string[] {
  return UNCUT.filter((component) => tokensOf(kept[component]) > caps[component]).map((component) => {
    const figures = `${component} has ${tokensOf(kept[component])} tokens, its cap is ${caps[component]}`;
    return `${figures}: it is whole, and leaves less room for what is found.`;
  });
}

/** Only what is never cut can be over the total: nothing of what is found would have room. */
function haltOf(kept: ContextParts, { total }: ContextCaps): string | null {
  const tokens = totalOf(kept);
  return tokens > total ? `${UNCUT.join(' and ')} have ${tokens} tokens, the total is ${total}` : null;
}

function withinTotal(parts: ContextParts, most: number): ContextParts {
  let kept = parts;
  for (const lowest of CUT.toReversed()) {
    const others = totalOf(kept) - tokensOf(kept[lowest]);
    kept = { ...kept, [lowest]: withinTokens(kept[lowest], most - others) };
  }
  return kept;
}

function withinTokens(entries: readonly ContextEntry[], most: number): readonly ContextEntry[] {
  let tokens = 0;
  const firstBeyond = entries.findIndex(({ text }) => {
    tokens += estimateTokens(text);
    return tokens > most;
  });
  return firstBeyond === -1 ? entries : entries.slice(0, firstBeyond);
}

function totalOf(parts: ContextParts): number {
  return CONTEXT_COMPONENTS.reduce((sum, component) => sum + tokensOf(parts[component]), 0);
}

function tokensOf(entries: readonly ContextEntry[]): number {
  return entries.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
