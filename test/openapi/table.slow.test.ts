// Every small feature of OpenAPI, one by one: a document, a request, and what comes of it.

import { tableCases } from './table/cases.ts';
import { TABLES } from './table/tables.ts';

tableCases(TABLES);
