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
  /** Why nothing may be written, with the figures; null: nothing is in the way. */
  readonly halt: string | null;
}

/** Without these no synthesis is sound, so they are never cut. */
const UNCUT: readonly ContextComponent[] = ['methodology', 'state'];

/**
 * Cuts each component to its cap, from its last entry up; then, over the total, from the last entry of the lowest component up.
 *
 * @param parts entries of each component, the most important first
 */
export function assembleContext(parts: ContextParts, caps: ContextCaps): AssembledContext {
  const capped = mapParts((component) =>
    UNCUT.includes(component) ? parts[component] : withinTokens(parts[component], caps[component]),
  );
  const kept = withinTotal(capped, caps.total);
  return {
    kept,
    tokens: CONTEXT_COMPONENTS.map((component) => ({
      component,
      tokens: tokensOf(kept[component]),
      cut: parts[component].length - kept[component].length,
    })),
    halt: haltOf(kept, caps),
  };
}

function haltOf(kept: ContextParts, caps: ContextCaps): string | null {
  const faults = UNCUT.filter((component) => tokensOf(kept[component]) > caps[component]).map(
    (component) => `${component} has ${tokensOf(kept[component])} tokens, its cap is ${caps[component]}`,
  );
  const total = totalOf(kept);
  // Only what is never cut can still be over the total.
  if (total > caps.total) faults.push(`${UNCUT.join(' and ')} have ${total} tokens, the total is ${caps.total}`);
  return faults.length === 0 ? null : faults.join('; ');
}

function withinTotal(parts: ContextParts, most: number): ContextParts {
  let kept = parts;
  for (const lowest of CONTEXT_COMPONENTS.toReversed().filter((component) => !UNCUT.includes(component))) {
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

function mapParts(partOf: (component: ContextComponent) => readonly ContextEntry[]): ContextParts {
  return {
    methodology: partOf('methodology'),
    state: partOf('state'),
    themeBriefs: partOf('themeBriefs'),
    confirmed: partOf('confirmed'),
    reported: partOf('reported'),
    crossTheme: partOf('crossTheme'),
    newSignals: partOf('newSignals'),
  };
}

function totalOf(parts: ContextParts): number {
  return CONTEXT_COMPONENTS.reduce((sum, component) => sum + tokensOf(parts[component]), 0);
}

function tokensOf(entries: readonly ContextEntry[]): number {
  return entries.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
