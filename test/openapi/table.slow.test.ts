// Every small feature of OpenAPI: a document, a request and the response.

import { tableCases } from './table/cases.ts';
import { TABLES } from './table/tables.ts';

tableCases(TABLES);
