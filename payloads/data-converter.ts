import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createEncryptionCodec, createForgivingCodec } from './encryption-codec.ts';
import type { EncryptionKey } from './encryption-keys.ts';

/** Modules loaded by both the workflow bundle and the process. */
export interface ConverterPaths {
  readonly payloadConverterPath: string;
  /** Only with a key: without one, encoding would make failures less readable for no gain. */
  readonly failureConverterPath?: string;
}

/** Converts values to payloads; the same for worker, client and bundle. */
export function createDataConverter(keys: readonly EncryptionKey[]): DataConverter {
  return { ...converterPaths({ encrypts: keys.length > 0 }), payloadCodecs: [createEncryptionCodec(keys)] };
}

/** For lists: runs whose key is missing show only what is not encrypted. */
export function createListConverter(keys: readonly EncryptionKey[]): DataConverter {
  return { ...createDataConverter(keys), payloadCodecs: [createForgivingCodec(keys)] };
}

export function converterPaths({ encrypts }: { readonly encrypts: boolean }): ConverterPaths {
  return {
    payloadConverterPath: fileURLToPath(new URL('../workflows/payload-converter.ts', import.meta.url)),
    ...(encrypts && {
      failureConverterPath: fileURLToPath(new URL('../workflows/failure-converter.ts', import.meta.url)),
    }),
  };
}
