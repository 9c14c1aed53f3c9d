import { coveredElsewhere } from '../covered.ts';

coveredElsewhere([
  [
    98,
    'usage of a long history',
    'test/ledger/sqlite/search-thread.slow.test.ts',
    'a search waits for a part of another account’s usage, and not for all of it',
  ],
  [
    98,
    'the same in PostgreSQL',
    'test/contract/ledgers/usage.ts',
    'of an account with many requests adds up as well, in the order of days',
  ],
  [99, 'a page with much text', 'test/http/likely-holds.test.ts', 'the pages of a PDF'],
  [99, 'a worst-case hold below what it costs', 'test/http/likely-holds.test.ts', 'a PDF'],
  [
    99,
    'hidden pages',
    'test/workers/inspect-file.test.ts',
    'whose pages have no type, beside names of nodes',
  ],
]);
