import { InvalidArgumentError } from 'commander';
import {
  REASONS_AGAINST_REPLAY,
  type ReplaySettings,
  SCORINGS,
} from '../../../workflows/contracts/replay-evaluation.ts';
import { researchSettingsSchema } from '../../../workflows/contracts/research-request.ts';
import { SETTINGS, type Setting } from '../../configuration/settings.ts';
import { UsageError } from '../../errors/failures.ts';
import { parserOf } from './setting-options.ts';
import { describeRange, writeValue } from './setting-text.ts';

const SCORING = 'scoring';
/** Short for the one threshold that is also steered. */
const THRESHOLD = 'threshold';

const REASONS: Readonly<Record<string, string | null>> = REASONS_AGAINST_REPLAY;
const replayedSettings = SETTINGS.filter(({ path }) => REASONS[path[0] ?? ''] === null);

/** Names that `--set` takes. */
export const REPLAYED_NAMES: readonly string[] = [SCORING, ...replayedSettings.map(({ name }) => name)];

/**
 * Reads `name=value` of other settings.
 *
 * @throws {UsageError} that says why a setting cannot be replayed, or what its value may be
 */
export function parseReplaySettings(given: readonly string[]): Partial<ReplaySettings> {
  if (given.length === 0) throw new UsageError('no other setting is given', `Give one: ${adviceOnNames()}`);
  const values = given.map((text): readonly [string, unknown] => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
    if (name === '' || value.trim() === '') {
      throw new UsageError(`"${text}" is no setting with a value`, 'Write --set name=value.');
    }
    return name.trim() === SCORING ? [SCORING, parseScoring(value.trim())] : parseOne(name.trim(), value.trim());
  });
  return Object.fromEntries(values);
}

function parseScoring(value: string): string {
  if (SCORINGS.some((scoring) => scoring === value)) return value;
  throw new UsageError(`${SCORING}: "${value}" is none`, `Use ${SCORINGS.join(' or ')}.`);
}

function parseOne(given: string, text: string): readonly [string, unknown] {
  const name = given === THRESHOLD ? 'relevance-threshold' : given;
  const setting = SETTINGS.find((known) => known.name === name);
  const field = setting?.path[0];
  if (setting === undefined || field === undefined) {
    throw new UsageError(`there is no setting "${given}"`, `Those that can be replayed: ${REPLAYED_NAMES.join(', ')}.`);
  }
  const reason = REASONS[field] ?? null;
  if (reason !== null) throw new UsageError(`${name} cannot be replayed: ${reason}`, adviceOnNames());
  return [field, parseValue(setting, field, text)];
}

function parseValue(setting: Setting, field: string, text: string): unknown {
  const value = readValue(setting, text);
  const parsed = researchSettingsSchema.safeParse({ [field]: value });
  if (parsed.success) return value;
  throw new UsageError(`${setting.name}: "${text}" is out of range`, `Use ${describeRange(setting)}.`);
}

function readValue(setting: Setting, text: string): unknown {
  if (setting.kind === 'switch') {
    const value = [true, false].find((each) => text === writeValue(setting, each));
    if (value === undefined) throw new UsageError(`${setting.name}: "${text}" is neither on nor off`);
    return value;
  }
  try {
    const value = parserOf(setting)(text);
    if (setting.kind !== 'list' || !Array.isArray(value)) return value;
    return Object.fromEntries(setting.parts.map((part, index) => [part, value[index]]));
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`${setting.name}: "${text}" cannot be read`, error.message, { cause: error });
  }
}

function adviceOnNames(): string {
  return `${REPLAYED_NAMES.join(', ')} can be replayed.`;
}
