import { researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { conversationSettingsSchema } from '@plumbline/contracts/settings/conversation-settings';
import { type PresetName, type SettingTraits, settingTraits } from '@plumbline/contracts/settings/setting';
import { z } from 'zod';

/** What a value may be; `exclusiveMinimum` is out of range itself. */
export interface NumberRange {
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly maximum: number;
}

/** A setting as its table entry describes it: the traits, and what the schema says. */
export interface Setting extends SettingTraits {
  /** Place of the field in the settings of a request. */
  readonly path: readonly string[];
  /** `list`: an object of numbers, written as numbers with commas. */
  readonly kind: 'switch' | 'choice' | 'integer' | 'decimal' | 'list' | 'text';
  /** Of a choice. */
  readonly choices: readonly string[];
  readonly default: unknown;
  /** One for each part of a list, by the names of `parts`; otherwise one or none. */
  readonly ranges: readonly NumberRange[];
  /** Field names of a list. */
  readonly parts: readonly string[];
}

const formSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).default([]),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Form = z.infer<typeof formSchema>;
const objectSchema = z.object({ properties: z.record(z.string(), formSchema) });
/** A field that may be null has its form in the first of two. */
const nullableSchema = z.object({ anyOf: z.tuple([z.unknown(), z.object({ type: z.literal('null') })]) });

/** Every setting of a request, in the order of the table. */
export const SETTINGS: readonly Setting[] = readSettings(researchSettingsSchema);

/** Every setting of a conversation. */
export const CONVERSATION_SETTINGS: readonly Setting[] = readSettings(conversationSettingsSchema);

/** The ceilings of a run, which can be raised while it runs. */
export const LIMITS: readonly Setting[] = SETTINGS.filter(({ path }) => path[0] === 'limits');

/** The setting of a field. @throws {Error} for an unknown field */
export function settingOf(field: keyof z.infer<typeof researchSettingsSchema>): Setting {
  const setting = SETTINGS.find(({ path }) => path.length === 1 && path[0] === field);
  if (setting === undefined) throw new Error(`there is no setting ${field}`);
  return setting;
}

/** Reads the settings of a schema whose fields have traits; an object without any is a group of settings. */
export function readSettings(schema: z.ZodObject, parents: readonly string[] = []): Setting[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const path = [...parents, name];
    const traits = settingTraits.get(field);
    if (traits !== undefined) return [describeField(path, field, traits)];
    const inner = field instanceof z.ZodPrefault ? field.unwrap() : field;
    if (inner instanceof z.ZodObject) return readSettings(inner, path);
    throw new Error(`the setting ${path.join('.')} has no traits`);
  });
}

function describeField(path: readonly string[], field: z.core.$ZodType, traits: SettingTraits): Setting {
  const written = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  const parts = Object.entries(objectSchema.safeParse(written).data?.properties ?? {});
  const form = formSchema.parse(nullableSchema.safeParse(written).data?.anyOf[0] ?? written);
  return {
    ...traits,
    path,
    kind: parts.length > 0 ? 'list' : kindOf(form),
    choices: form.enum,
    default: z.safeParse(field, undefined).data,
    ranges: (parts.length > 0 ? parts.map(([, part]) => part) : [form]).flatMap(rangeOf),
    parts: parts.map(([part]) => part),
  };
}

function kindOf({ type, enum: choices }: Form): Setting['kind'] {
  if (choices.length > 0) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'string') return 'text';
  return type === 'integer' ? 'integer' : 'decimal';
}

function rangeOf({ minimum, exclusiveMinimum, maximum }: Form): NumberRange[] {
  return maximum === undefined ? [] : [{ minimum, exclusiveMinimum, maximum }];
}

/** The settings of a preset, as far as they differ from the defaults. */
export function presetSettings(preset: PresetName, settings: readonly Setting[] = SETTINGS): object {
  return nest(settings.map(({ path, presets }) => [path, preset === 'standard' ? undefined : presets?.[preset]]));
}

/** What is given wins over the preset, field by field. */
export function settingsWith(presetName: PresetName, given: object): object {
  const preset = presetSettings(presetName);
  return { ...preset, ...given, limits: { ...limitsIn(preset), ...limitsIn(given) } };
}

function limitsIn(settings: object): object {
  return 'limits' in settings && typeof settings.limits === 'object' ? (settings.limits ?? {}) : {};
}

/** An object with the values at their paths; `undefined` is left out. */
export function nest(entries: readonly (readonly [path: readonly string[], value: unknown])[]): object {
  const byHead = Map.groupBy(
    entries.filter(([, value]) => value !== undefined),
    ([[head = '']]) => head,
  );
  const fields = [...byHead].map(([head, same]) => {
    const [first] = same;
    const isLeaf = first !== undefined && first[0].length === 1;
    return [head, isLeaf ? first[1] : nest(same.map(([path, value]) => [path.slice(1), value]))];
  });
  return Object.fromEntries(fields);
}
