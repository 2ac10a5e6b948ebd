import type { Steer } from '../../../workflows/contracts/research/steering.ts';

export const STEER_ACTIONS = [
  'add-task',
  'drop-task',
  'ban-source',
  'ban-domain',
  'prefer-source',
  'set-threshold',
  'set-language',
] as const satisfies readonly Steer['action'][];

/** A change as it is sent, from its action and the one thing that it needs; what does not fit the server refuses. */
export function steerOf(action: Steer['action'], typed: string): Steer {
  const text = typed.trim();
  switch (action) {
    case 'add-task':
      return { action, text };
    case 'drop-task':
      return { action, taskId: text };
    case 'ban-source':
      return { action, locator: text };
    case 'ban-domain':
      return { action, domain: text };
    case 'prefer-source':
      return { action, source: text };
    case 'set-threshold':
      return { action, relevanceThreshold: Number(text) };
    case 'set-language':
      return { action, language: text };
  }
}
