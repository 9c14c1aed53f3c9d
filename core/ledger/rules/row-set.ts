import { TABLES, type KeyOf, type RowOf, type TableName } from './tables.ts';

/** The changes of a batch to one table. A row that was inserted and deleted again is in none of the lists. */
export interface TableChanges<Name extends TableName> {
  readonly inserted: readonly RowOf<Name>[];
  /** Whole rows; only their mutable columns differ from the stored rows. */
  readonly updated: readonly RowOf<Name>[];
  readonly deleted: readonly KeyOf<Name>[];
}

/** A row's key as one value. Its parts are joined by line breaks, which no text in a key has. */
type RowKey = string | number;

interface Entry<Name extends TableName> {
  readonly key: KeyOf<Name>;
  /** Undefined once it is deleted. */
  row: RowOf<Name> | undefined;
  /** Whether it was stored before the batch. */
  readonly isStored: boolean;
  isChanged: boolean;
}

const NONE: readonly never[] = [];

/** The rows of one table that a batch needs, with the batch's changes to them. */
export class RowSet<Name extends TableName> {
  readonly #columns: readonly string[];
  readonly #entries = new Map<RowKey, Entry<Name>>();
  readonly #changed: Entry<Name>[] = [];

  /** @param loaded all rows of this table that the batch needs and that are stored. */
  constructor(table: Name, loaded: readonly RowOf<Name>[] = NONE) {
    this.#columns = TABLES[table].key;
    for (const row of loaded)
      this.#entries.set(this.#keyOf(row), { key: row, row, isStored: true, isChanged: false });
  }

  /** Whether no row was loaded or inserted, so that no look-up can find one. */
  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  find(key: KeyOf<Name>): RowOf<Name> | undefined {
    return this.#entries.get(this.#keyOf(key))?.row;
  }

  /** The first row that meets a condition; for sets of few rows. */
  search(meets: (row: RowOf<Name>) => boolean): RowOf<Name> | undefined {
    for (const { row } of this.#entries.values()) if (row !== undefined && meets(row)) return row;
    return undefined;
  }

  /** The rows as they are now. */
  values(): readonly RowOf<Name>[] {
    const rows: RowOf<Name>[] = [];
    for (const { row } of this.#entries.values()) if (row !== undefined) rows.push(row);
    return rows;
  }

  /** @throws Error if a row has its key, because a rule looks before it inserts. */
  insert(row: RowOf<Name>): void {
    const key = this.#keyOf(row);
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#add(key, { key: row, row, isStored: false, isChanged: true });
    else if (entry.row === undefined) entry.row = row;
    else throw new Error(`The row ${key} is there already.`);
  }

  /** Replaces the row with its key. @throws Error if there is none. */
  update(row: RowOf<Name>): void {
    const entry = this.#entries.get(this.#keyOf(row));
    if (entry?.row === undefined) throw new Error(`There is no row ${this.#keyOf(row)} to update.`);
    this.#change(entry, row);
  }

  /** Deletes a row that is stored or was inserted in this batch. It need not have been loaded. */
  remove(row: KeyOf<Name>): void {
    const key = this.#keyOf(row);
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#add(key, { key: row, row: undefined, isStored: true, isChanged: true });
    else this.#change(entry, undefined);
  }

  changes(): TableChanges<Name> {
    if (this.#changed.length === 0) return { inserted: NONE, updated: NONE, deleted: NONE };
    const inserted: RowOf<Name>[] = [];
    const updated: RowOf<Name>[] = [];
    const deleted: KeyOf<Name>[] = [];
    for (const { key, row, isStored } of this.#changed) {
      if (row !== undefined) (isStored ? updated : inserted).push(row);
      else if (isStored) deleted.push(key);
    }
    return { inserted, updated, deleted };
  }

  #add(key: RowKey, entry: Entry<Name>): void {
    this.#entries.set(key, entry);
    this.#changed.push(entry);
  }

  #change(entry: Entry<Name>, row: RowOf<Name> | undefined): void {
    entry.row = row;
    if (entry.isChanged) return;
    entry.isChanged = true;
    this.#changed.push(entry);
  }

  #keyOf(row: KeyOf<Name>): RowKey {
    const values: Readonly<Record<string, unknown>> = row;
    let key: RowKey | undefined;
    for (const column of this.#columns) {
      const value = values[column];
      const part = typeof value === 'number' ? value : String(value);
      key = key === undefined ? part : `${key}\n${part}`;
    }
    return key ?? '';
  }
}
