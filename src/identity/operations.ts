// The operations of Identity Management API, made from identity.yaml by `understudy types`. Do not edit: change the source and run it again.

export type Id = string;

/** Which part of the result, in which order. */
export type ListQuery = {
  /** Number of results to skip, none by default. A 64-bit integer as a string. */
  readonly offset?: string;
  /** Maximum number of results to return; by default, and with 0, it is 1000. */
  readonly limit?: number;
  /** When true the oldest come first, otherwise the newest. Equal ages are ordered by id. */
  readonly asc?: boolean;
};

export type ListDetails = {
  /** Number of results before `offset` and `limit`. A 64-bit integer as a string. */
  readonly totalResult?: string;
  /** Sequence of the newest event that the result takes into account. */
  readonly processedSequence?: string;
  /** Time of the view. */
  readonly viewTimestamp: string;
};

export type ObjectDetails = {
  /** When read: sequence of the last event of the object. After a change: sequence of the event that the change added. Counted from 1 for each project (with its apps, roles and grants) and for each user grant. A 64-bit integer as a string. */
  readonly sequence: string;
  /** Time of the first event of the object. Absent after a change. */
  readonly creationDate?: string;
  /** Time of the last event of the object. Absent after a creation. */
  readonly changeDate?: string;
  /** The organization the object belongs to. */
  readonly resourceOwner: string;
};

export type ListLoginPolicyIDPsRequest = {
  readonly query?: ListQuery;
};

export type ListLoginPolicyIDPsResponse = {
  readonly details: ListDetails;
  readonly result?: readonly IDPLoginPolicyLink[];
};

export type IDPLoginPolicyLink = {
  /** Identifier of the identity provider. */
  readonly idpId: string;
  /** Name of the identity provider. */
  readonly idpName: string;
  /** Exactly one value. */
  readonly idpType?: readonly IDPType[];
};

export type IDPType = 'IDP_TYPE_UNSPECIFIED' | 'IDP_TYPE_OIDC' | 'IDP_TYPE_JWT';

export type ListProjectsRequest = {
  readonly query?: ListQuery;
  /** Filters that must all match, 100 at most. */
  readonly queries?: readonly ProjectQuery[];
};

/** One filter; exactly one of its members is given. */
export type ProjectQuery = {
  readonly nameQuery?: ProjectNameQuery;
  readonly projectResourceOwnerQuery?: ProjectResourceOwnerQuery;
};

export type ProjectNameQuery = {
  /** The text to compare with the name of the project; by default the empty one. */
  readonly name?: string;
  readonly method?: TextQueryMethod;
};

/** How two texts are compared. By default the whole texts are, with their letter case. */
export type TextQueryMethod = 'TEXT_QUERY_METHOD_EQUALS' | 'TEXT_QUERY_METHOD_EQUALS_IGNORE_CASE' | 'TEXT_QUERY_METHOD_STARTS_WITH' | 'TEXT_QUERY_METHOD_STARTS_WITH_IGNORE_CASE' | 'TEXT_QUERY_METHOD_CONTAINS' | 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE' | 'TEXT_QUERY_METHOD_ENDS_WITH' | 'TEXT_QUERY_METHOD_ENDS_WITH_IGNORE_CASE';

export type ProjectResourceOwnerQuery = {
  /** Identifier of an organization. Any other than the organization of the call gives an empty result. */
  readonly resourceOwner?: string;
};

export type ListProjectsResponse = {
  readonly details: ListDetails;
  readonly result?: readonly Project[];
};

export type Project = {
  /** Project identifier. */
  readonly id: string;
  readonly details: ObjectDetails;
  /** Project name. */
  readonly name: string;
  readonly state?: ProjectState;
  /** The roles of a user are put into its tokens. */
  readonly projectRoleAssertion?: boolean;
  /** Login requires at least one role on the project. */
  readonly projectRoleCheck?: boolean;
  /** Login requires that the organization of the user owns the project or is granted it. */
  readonly hasProjectCheck?: boolean;
  readonly privateLabelingSetting?: PrivateLabelingSetting;
};

export type ProjectState = 'PROJECT_STATE_UNSPECIFIED' | 'PROJECT_STATE_ACTIVE' | 'PROJECT_STATE_INACTIVE';

/** Whose branding a login page shows. */
export type PrivateLabelingSetting = 'PRIVATE_LABELING_SETTING_UNSPECIFIED' | 'PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY' | 'PRIVATE_LABELING_SETTING_ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY';

export type UpdateAppRequest = {
  /** The new name, 1 to 200 characters (Unicode code points). */
  readonly name: string;
};

export type UpdateAppResponse = {
  readonly details: ObjectDetails;
};

export type AddUserGrantRequest = {
  /** The project on which the user gets roles. */
  readonly projectId: string;
  /** Required if another organization owns the project. */
  readonly projectGrantId?: string;
  /** Role keys to assign. */
  readonly roleKeys?: readonly string[];
};

export type AddUserGrantResponse = {
  /** Identifier of the new grant. */
  readonly userGrantId: string;
  readonly details: ObjectDetails;
};

export type GetAppByIDResponse = {
  readonly app: App;
};

export type App = {
  /** Application identifier. */
  readonly id: string;
  readonly details: ObjectDetails;
  readonly state?: AppState;
  /** Application name. */
  readonly name: string;
  readonly oidcConfig?: OIDCConfig;
  readonly apiConfig?: APIConfig;
  readonly samlConfig?: SAMLConfig;
};

export type AppState = 'APP_STATE_UNSPECIFIED' | 'APP_STATE_ACTIVE' | 'APP_STATE_INACTIVE';

/** An application that users log in to with OpenID Connect. */
export type OIDCConfig = {
  /** Where a login may return to. */
  readonly redirectUris?: readonly string[];
  readonly responseTypes?: readonly OIDCResponseType[];
  readonly grantTypes?: readonly OIDCGrantType[];
  readonly appType?: OIDCAppType;
  readonly clientId?: string;
  readonly authMethodType?: OIDCAuthMethodType;
  /** Where a logout may return to. */
  readonly postLogoutRedirectUris?: readonly string[];
  readonly version?: OIDCVersion;
  /** Never set here. */
  readonly noneCompliant?: boolean;
  readonly complianceProblems?: readonly LocalizedMessage[];
  /** Redirect URIs with http are allowed. */
  readonly devMode?: boolean;
  readonly accessTokenType?: OIDCTokenType;
  /** Requested roles are in access tokens that are JWTs. */
  readonly accessTokenRoleAssertion?: boolean;
  /** Requested roles are in ID tokens. */
  readonly idTokenRoleAssertion?: boolean;
  /** ID tokens have the claims of userinfo. */
  readonly idTokenUserinfoAssertion?: boolean;
  readonly clockSkew?: string;
  readonly additionalOrigins?: readonly string[];
  /** The origins of `redirectUris` and `additionalOrigins`, whose pages may use the tokens. */
  readonly allowedOrigins?: readonly string[];
  readonly skipNativeAppSuccessPage?: boolean;
  /** Is called when a user logs out. */
  readonly backChannelLogoutUri?: string;
  readonly loginVersion?: LoginVersion;
};

export type OIDCResponseType = 'OIDC_RESPONSE_TYPE_CODE' | 'OIDC_RESPONSE_TYPE_ID_TOKEN' | 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN';

export type OIDCGrantType = 'OIDC_GRANT_TYPE_AUTHORIZATION_CODE' | 'OIDC_GRANT_TYPE_IMPLICIT' | 'OIDC_GRANT_TYPE_REFRESH_TOKEN' | 'OIDC_GRANT_TYPE_DEVICE_CODE' | 'OIDC_GRANT_TYPE_TOKEN_EXCHANGE';

export type OIDCAppType = 'OIDC_APP_TYPE_WEB' | 'OIDC_APP_TYPE_USER_AGENT' | 'OIDC_APP_TYPE_NATIVE';

export type OIDCAuthMethodType = 'OIDC_AUTH_METHOD_TYPE_BASIC' | 'OIDC_AUTH_METHOD_TYPE_POST' | 'OIDC_AUTH_METHOD_TYPE_NONE' | 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT';

export type OIDCTokenType = 'OIDC_TOKEN_TYPE_BEARER' | 'OIDC_TOKEN_TYPE_JWT';

export type OIDCVersion = 'OIDC_VERSION_1_0';

export type LocalizedMessage = {
  readonly key?: string;
  readonly localizedMessage?: string;
};

export type LoginVersion = {
  readonly loginV1?: LoginV1;
  readonly loginV2?: LoginV2;
};

export type LoginV1 = { readonly [name: string]: never };

export type LoginV2 = {
  readonly baseUri?: string;
};

/** An application that only checks tokens. */
export type APIConfig = {
  readonly clientId?: string;
  readonly authMethodType?: APIAuthMethodType;
};

export type APIAuthMethodType = 'API_AUTH_METHOD_TYPE_BASIC' | 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT';

/** An application that users log in to with SAML. */
export type SAMLConfig = {
  readonly metadataXml?: string;
  readonly metadataUrl?: string;
  readonly loginVersion?: LoginVersion;
};

export type ListUserGrantRequest = {
  readonly query?: ListQuery;
  /** Filters that must all match, 100 at most. */
  readonly queries?: readonly UserGrantQuery[];
};

export type ListUserGrantResponse = {
  readonly details: ListDetails;
  readonly result?: readonly UserGrant[];
};

export type UserGrant = {
  /** Identifier of the grant. */
  readonly id: string;
  readonly details: ObjectDetails;
  /** The roles of the user on the project. */
  readonly roleKeys?: readonly string[];
  readonly state?: UserGrantState;
  /** The user who has the roles. */
  readonly userId: string;
  readonly userName?: string;
  /** Empty for programs, as are the other names and the email. */
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly displayName?: string;
  /** The organization that gave the grant. */
  readonly orgId: string;
  readonly orgName?: string;
  /** Its primary domain. */
  readonly orgDomain?: string;
  readonly projectId: string;
  readonly projectName?: string;
  /** Empty when the organization owns the project. */
  readonly projectGrantId?: string;
  /** Always empty here. */
  readonly avatarUrl?: string;
  readonly preferredLoginName?: string;
  readonly userType?: UserType;
  /** The organization of the user. */
  readonly grantedOrgId?: string;
  readonly grantedOrgName?: string;
  /** Its primary domain. */
  readonly grantedOrgDomain?: string;
};

export type UserGrantState = 'USER_GRANT_STATE_UNSPECIFIED' | 'USER_GRANT_STATE_ACTIVE' | 'USER_GRANT_STATE_INACTIVE';

export type UserType = 'TYPE_UNSPECIFIED' | 'TYPE_HUMAN' | 'TYPE_MACHINE';

/** One filter; exactly one of its members is given. */
export type UserGrantQuery = {
  readonly projectIdQuery?: UserGrantProjectIDQuery;
  readonly userIdQuery?: UserGrantUserIDQuery;
  readonly withGrantedQuery?: UserGrantWithGrantedQuery;
  readonly roleKeyQuery?: UserGrantRoleKeyQuery;
  readonly projectGrantIdQuery?: UserGrantProjectGrantIDQuery;
  readonly userNameQuery?: UserGrantUserNameQuery;
  readonly firstNameQuery?: UserGrantFirstNameQuery;
  readonly lastNameQuery?: UserGrantLastNameQuery;
  readonly emailQuery?: UserGrantEmailQuery;
  readonly orgNameQuery?: UserGrantOrgNameQuery;
  readonly orgDomainQuery?: UserGrantOrgDomainQuery;
  readonly projectNameQuery?: UserGrantProjectNameQuery;
  readonly displayNameQuery?: UserGrantDisplayNameQuery;
  readonly userTypeQuery?: UserGrantUserTypeQuery;
};

export type UserGrantProjectIDQuery = {
  readonly projectId?: string;
};

export type UserGrantUserIDQuery = {
  readonly userId?: string;
};

export type UserGrantWithGrantedQuery = {
  readonly withGranted?: boolean;
};

export type UserGrantRoleKeyQuery = {
  readonly roleKey?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantProjectGrantIDQuery = {
  readonly projectGrantId?: string;
};

export type UserGrantUserNameQuery = {
  readonly userName?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantFirstNameQuery = {
  readonly firstName?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantLastNameQuery = {
  readonly lastName?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantEmailQuery = {
  readonly email?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantOrgNameQuery = {
  readonly orgName?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantOrgDomainQuery = {
  readonly orgDomain?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantProjectNameQuery = {
  readonly projectName?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantDisplayNameQuery = {
  readonly displayName?: string;
  readonly method?: TextQueryMethod;
};

export type UserGrantUserTypeQuery = {
  readonly type?: UserType;
};

export type HealthzResponse = { readonly [name: string]: never };

/** An error. All operations use the same form. */
export type Status = {
  /** One of the sixteen gRPC status codes. */
  readonly code: number;
  /** The reason, followed by the identifier of the error in brackets if it has one. */
  readonly message: string;
  /** Refusals of the domain carry one element with `id` and `message`; input that the document does not allow carries one with `fieldViolations`, each with the JSON pointer of the value. */
  readonly details?: readonly StatusDetail[];
};

/** The details of an error. */
export type StatusDetail = {
  /** Tells which further fields the element has. */
  readonly '@type': string;
  readonly [name: string]: unknown;
} & ErrorDetail;

/** A refusal of the domain, as a detail of a status in protobuf. */
export type ErrorDetail = {
  /** Identifier of this very refusal. */
  readonly id?: string;
  /** The reason, without the identifier. */
  readonly message?: string;
};

/** The collections of `call.items`. */
export interface Collections {
  readonly idps: {
    readonly item: IDPLoginPolicyLink;
    readonly properties: IDPLoginPolicyLink;
    readonly id: string;
    readonly parents: {};
  };
  readonly projects: {
    readonly item: Project;
    readonly properties: Project;
    readonly id: string;
    readonly parents: {};
  };
  readonly apps: {
    readonly item: App;
    readonly properties: App;
    readonly id: string;
    readonly parents: { readonly projectId: string };
  };
  readonly grants: {
    readonly item: UserGrant;
    readonly properties: UserGrant;
    readonly id: string;
    readonly parents: {};
  };
}

/** The input and output of each operation. */
export interface Operations {
  /** List linked identity providers */
  listLoginPolicyIdps: {
    readonly input: ListLoginPolicyIDPsRequest & { readonly 'x-service-orgid'?: string };
    readonly output: ListLoginPolicyIDPsResponse;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: ListLoginPolicyIDPsResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 401: { readonly body: Status; readonly headers: { readonly 'www-authenticate'?: string } };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 413: { readonly body: Status; readonly headers: {} };
      readonly 415: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Search projects */
  searchProjects: {
    readonly input: ListProjectsRequest & { readonly 'x-service-orgid'?: string };
    readonly output: ListProjectsResponse;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: ListProjectsResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 401: { readonly body: Status; readonly headers: { readonly 'www-authenticate'?: string } };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 413: { readonly body: Status; readonly headers: {} };
      readonly 415: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Get application */
  getAppById: {
    readonly input: { readonly 'x-service-orgid'?: string; readonly projectId: Id; readonly appId: Id };
    readonly output: GetAppByIDResponse;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: GetAppByIDResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 401: { readonly body: Status; readonly headers: { readonly 'www-authenticate'?: string } };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Update application */
  updateApp: {
    readonly input: UpdateAppRequest & { readonly 'x-service-orgid'?: string; readonly projectId: Id; readonly appId: Id };
    readonly output: UpdateAppResponse;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: UpdateAppResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 401: { readonly body: Status; readonly headers: { readonly 'www-authenticate'?: string } };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 409: { readonly body: Status; readonly headers: {} };
      readonly 413: { readonly body: Status; readonly headers: {} };
      readonly 415: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
    readonly set: Collections['apps']['properties'];
  };
  /** Search user grants */
  listUserGrants: {
    readonly input: ListUserGrantRequest & { readonly 'x-service-orgid'?: string };
    readonly output: ListUserGrantResponse;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: ListUserGrantResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 401: { readonly body: Status; readonly headers: { readonly 'www-authenticate'?: string } };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 413: { readonly body: Status; readonly headers: {} };
      readonly 415: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Add user grant */
  addUserGrant: {
    readonly input: AddUserGrantRequest & { readonly 'x-service-orgid'?: string; readonly userId: Id };
    readonly output: AddUserGrantResponse;
    readonly secured: true;
    readonly responses: {
      readonly 200: { readonly body: AddUserGrantResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly 401: { readonly body: Status; readonly headers: { readonly 'www-authenticate'?: string } };
      readonly 403: { readonly body: Status; readonly headers: {} };
      readonly 404: { readonly body: Status; readonly headers: {} };
      readonly 409: { readonly body: Status; readonly headers: {} };
      readonly 413: { readonly body: Status; readonly headers: {} };
      readonly 415: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
  /** Tell that the API is there */
  healthz: {
    readonly input: { readonly [name: string]: never };
    readonly output: HealthzResponse;
    readonly secured: false;
    readonly responses: {
      readonly 200: { readonly body: HealthzResponse; readonly headers: {} };
      readonly 400: { readonly body: Status; readonly headers: {} };
      readonly default: { readonly body: Status; readonly headers: {} };
    };
    readonly items: Collections;
  };
}
