import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import { languageName } from '@plumbline/contracts/common/language-name';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { Steer, SteeringStep } from '@plumbline/contracts/research/steering';

type Steps = readonly SteeringStep[];
type Action = Steer['action'];

/** Tasks that a person added, `s1`, `s2` … in the order in which they came. */
export function addedTasks(steps: Steps): ResearchTask[] {
  return changesOf(steps, 'add-task').map(({ text }, index) => ({
    taskId: `s${index + 1}`,
    text,
    rationale: 'added while the run was under way',
  }));
}

export function isDropped(steps: Steps, taskId: string): boolean {
  return changesOf(steps, 'drop-task').some((dropped) => dropped.taskId === taskId);
}

export function bannedDomains(steps: Steps): string[] {
  return changesOf(steps, 'ban-domain').map(({ domain }) => domain);
}

export function isBanned(steps: Steps, locator: string): boolean {
  return (
    changesOf(steps, 'ban-source').some((banned) => banned.locator === locator) ||
    bannedDomains(steps).some((domain) => isWithin(locator, domain))
  );
}

/** Preferred sources come first; otherwise the order stays. */
export function preferredFirst<Placed extends { readonly locator: string }>(
  steps: Steps,
  placed: readonly Placed[],
): readonly Placed[] {
  const preferred = changesOf(steps, 'prefer-source').map(({ source }) => source);
  if (preferred.length === 0) return placed;
  const isPreferred = ({ locator }: Placed): boolean =>
    preferred.some((source) => source === locator || isWithin(locator, source.toLowerCase()));
  return [...placed.filter(isPreferred), ...placed.filter((each) => !isPreferred(each))];
}

/** The threshold that was set last. */
export function steeredThreshold(steps: Steps, requested: number): number {
  return changesOf(steps, 'set-threshold').at(-1)?.relevanceThreshold ?? requested;
}

/** The language of the report that was set last. */
export function steeredLanguage(steps: Steps, anchored: string): string {
  return changesOf(steps, 'set-language').at(-1)?.language ?? anchored;
}

/** What a change does and when it takes effect: one sentence for the report's provenance. */
export function describeEffect(steer: Steer): string {
  switch (steer.action) {
    case 'add-task':
      return `The task "${steer.text}" is researched after those under way.`;
    case 'drop-task':
      return `Nothing more is done for the task ${steer.taskId}, and its findings are left out.`;
    case 'ban-source':
      return `Nothing more of ${steer.locator} is read, and nothing of it reaches the report.`;
    case 'ban-domain':
      return `Nothing more below ${steer.domain} is read, and nothing of it reaches the report.`;
    case 'prefer-source':
      return `What passes the threshold is read from ${steer.source} first, from the next ranking on.`;
    case 'set-threshold':
      return `Hits count as relevant from ${steer.relevanceThreshold} on, from the next ranking on; a model reads the others last.`;
    case 'set-language':
      return describeLanguage(steer.language);
  }
}

function describeLanguage(code: string): string {
  const written = `The report is written in ${languageName(code, 'en')} ("${code}")`;
  return isRuledLanguage(code) ? `${written}.` : `${written}; its headings are in English where no model gives them.`;
}

function changesOf<Name extends Action>(steps: Steps, action: Name): Extract<Steer, { readonly action: Name }>[] {
  return steps.flatMap(({ steer }) =>
    steer.action === action ? [steer as Extract<Steer, { readonly action: Name }>] : [],
  );
}

/** Whether a page lies on a domain or below it; files lie on none. */
/** Whether a locator is an address within a domain. */
export function isWithin(locator: string, domain: string): boolean {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/:?#]+)/iu.exec(locator)?.[1]?.toLowerCase();
  return host !== undefined && (host === domain || host.endsWith(`.${domain}`));
}
