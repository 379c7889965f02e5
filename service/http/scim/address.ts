/** The address of SCIM, for the routes and for those who set up a directory. */
import { pagesAt } from '../../members/identity/index.ts';

export const SCIM_PATH = '/scim/v2';
export const scimAddress = (baseUrl: string) => `${pagesAt(baseUrl)}${SCIM_PATH}`;
