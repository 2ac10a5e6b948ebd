import { crc32 } from 'node:zlib';

/** An entry as an attacker would write it; what is left out is honest. */
export interface RawEntry {
  readonly name: string;
  readonly data?: Buffer;
  /** Unix mode with the kind of file. */
  readonly mode?: number;
  /** 0 stored, 8 deflated. */
  readonly method?: number;
  /** Unpacked size as the directory says it. */
  readonly declaredBytes?: number;
  readonly isEncrypted?: boolean;
  /** The entry before has the bytes: this one points to the same. */
  readonly sharesBytes?: boolean;
}

/** A ZIP archive without any check, which no library writes. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  let lastAt = 0;
  for (const entry of entries) {
    const fields = fieldsOf(entry);
    if (entry.sharesBytes !== true) {
      lastAt = position;
      const local = Buffer.concat([header('PK\u0003\u0004'), fields.common, Buffer.from(entry.name), fields.data]);
      files.push(local);
      position += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(lastAt, 10);
    directory.push(
      Buffer.concat([header('PK\u0001\u0002'), Buffer.from([20, 3]), fields.common, rest, Buffer.from(entry.name)]),
    );
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...files, central, endOf(entries.length, central.length, position)]);
}

function header(signature: string): Buffer {
  return Buffer.from(signature, 'latin1');
}

/** What local header and directory have in common, from the needed version to the length of the extra field. */
function fieldsOf({ name, data = Buffer.from('x'), method = 0, declaredBytes = data.length, isEncrypted }: RawEntry) {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(isEncrypted === true ? 0x801 : 0x800, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(method === 0 ? declaredBytes : data.length, 14);
  common.writeUInt32LE(declaredBytes, 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  return { common, data };
}

function endOf(entries: number, directoryBytes: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(22);
  header('PK\u0005\u0006').copy(end);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryAt, 16);
  return end;
}
