import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** Names the files of a model. In its folder it is written last. */
export const MODEL_FILE = 'model.json';
export const TOKENIZER_FILE = 'tokenizer.json';

/** What the folder of a model, or the address that it is fetched from, says of it. */
export const modelListSchema = z.object({
  /** As models are known: prefixes of texts follow it. */
  name: z.string().regex(/^[\w.-]{1,100}$/, 'must be a name of letters, digits, dots and hyphens'),
  files: z
    .array(
      z.object({
        /** Relative to the list; it cannot leave its folder. */
        path: z.string().regex(/^(?:(?!\.\.?\/)[\w.-]+\/)*(?!\.\.?$)[\w.-]+$/, 'must be a path below the list'),
        bytes: z.int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'),
      }),
    )
    .min(2),
});

type ModelList = z.infer<typeof modelListSchema>;
export type ModelFile = ModelList['files'][number];

/** A model that is there, ready to be run. */
export interface AddedModel {
  readonly folder: string;
  readonly model: string;
  /** Paths of these files. */
  readonly tokenizer: string;
  readonly weights: string;
  /** The weights as the runtime lays them out; made when the model first runs. */
  readonly mapped: string;
  /** Of the weights. */
  readonly sha256: string;
  readonly files: readonly ModelFile[];
}

/** The model in a folder; null without one, or where its list is damaged. */
export function findAddedModel(folder: string): AddedModel | null {
  let list: ModelList;
  try {
    list = modelListSchema.parse(JSON.parse(readFileSync(join(folder, MODEL_FILE), 'utf8')));
  } catch {
    return null;
  }
  const { name, files } = list;
  const weights = weightsOf(files);
  return {
    folder,
    model: name,
    tokenizer: join(folder, TOKENIZER_FILE),
    weights: join(folder, basename(weights.path)),
    mapped: join(folder, `${weights.sha256}.ort`),
    sha256: weights.sha256,
    files,
  };
}

/** @throws {Error} if a model is not of two such files */
export function weightsOf<File extends { readonly path: string }>(files: readonly File[]): File {
  const [weights, ...others] = files.filter(({ path }) => path.endsWith('.onnx'));
  if (weights === undefined || others.length > 0 || !files.some(({ path }) => path === TOKENIZER_FILE)) {
    throw new Error(`the list of files must name ${TOKENIZER_FILE} and one .onnx file`);
  }
  return weights;
}
