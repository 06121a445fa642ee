// The records of a store, made from schema.yaml by `understudy types`. Do not edit: change the source and run it again.

/** An organization owns users and projects. Other records name it as their resourceOwner. */
export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly primaryDomain: string;
  readonly state: 'ORG_STATE_ACTIVE' | 'ORG_STATE_INACTIVE' | 'ORG_STATE_REMOVED';
  /** Sequence of the last event of the organization. */
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** A person (`human`) or a program (`machine`) that belongs to one organization. */
export type User = {
  readonly id: string;
  /** The organization the user belongs to. */
  readonly resourceOwner: string;
  readonly userName: string;
  readonly state: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE' | 'USER_STATE_LOCKED' | 'USER_STATE_INITIAL';
  readonly human?: {
    readonly firstName: string;
    readonly lastName: string;
    readonly displayName: string;
    readonly email: string;
    readonly phone?: string;
    /** BCP 47 language tag. */
    readonly preferredLanguage: string;
    /** In plain text. Without one any password will do. */
    readonly password?: string;
  };
  readonly machine?: {
    readonly name: string;
    readonly description: string;
    /** For client credentials, in plain text; the client id is the userName. */
    readonly secret?: string;
    readonly keys?: Keys;
  };
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** Public keys of those who prove who they are by what they sign. */
export type Keys = readonly {
  /** The `kid` in their tokens. */
  readonly id: string;
  /** RSA, PEM. */
  readonly publicKey: string;
}[];

/** A bearer token that opens the API for a user. Its id is the token itself. */
export type Token = {
  readonly id: string;
  readonly userId: string;
  /** Absent means the token never expires. */
  readonly expirationDate?: string;
};

/** Administration roles of a user on the instance, in an organization, on one project or on one project grant. */
export type Membership = {
  readonly id: string;
  readonly userId: string;
  readonly level: 'INSTANCE' | 'ORGANIZATION' | 'PROJECT' | 'PROJECT_GRANT';
  /** Level ORGANIZATION: the organization. */
  readonly organizationId?: string;
  /** Level PROJECT: the project. */
  readonly projectId?: string;
  /** Level PROJECT_GRANT: the project grant. */
  readonly projectGrantId?: string;
  readonly roles: readonly string[];
};

/** A container for applications that share one role context. */
export type Project = {
  readonly id: string;
  /** The organization that owns the project. */
  readonly resourceOwner: string;
  readonly name: string;
  readonly state: 'PROJECT_STATE_UNSPECIFIED' | 'PROJECT_STATE_ACTIVE' | 'PROJECT_STATE_INACTIVE';
  /** The roles of a user are put into its tokens. */
  readonly projectRoleAssertion: boolean;
  /** Login requires at least one role on the project. */
  readonly projectRoleCheck: boolean;
  /** Login requires that the user's organization owns the project or is granted it. */
  readonly hasProjectCheck: boolean;
  readonly privateLabelingSetting: 'PRIVATE_LABELING_SETTING_UNSPECIFIED' | 'PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY' | 'PRIVATE_LABELING_SETTING_ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY';
  /** Sequence of the last event of the project itself; what a search shows. */
  readonly sequence: number;
  /** Sequence of the last event of the project or of anything it holds (apps */
  readonly aggregateSequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** An application of a project; exactly one of `oidc`, `api` and `saml` tells its type. */
export type App = {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly state: 'APP_STATE_ACTIVE' | 'APP_STATE_INACTIVE';
  readonly oidc?: {
    readonly clientId: string;
    readonly appType: 'OIDC_APP_TYPE_WEB' | 'OIDC_APP_TYPE_USER_AGENT' | 'OIDC_APP_TYPE_NATIVE';
    readonly redirectUris: readonly string[];
    readonly postLogoutRedirectUris: readonly string[];
    readonly responseTypes: readonly ('OIDC_RESPONSE_TYPE_CODE' | 'OIDC_RESPONSE_TYPE_ID_TOKEN' | 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN')[];
    readonly grantTypes: readonly ('OIDC_GRANT_TYPE_AUTHORIZATION_CODE' | 'OIDC_GRANT_TYPE_IMPLICIT' | 'OIDC_GRANT_TYPE_REFRESH_TOKEN' | 'OIDC_GRANT_TYPE_DEVICE_CODE' | 'OIDC_GRANT_TYPE_TOKEN_EXCHANGE')[];
    readonly authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC' | 'OIDC_AUTH_METHOD_TYPE_POST' | 'OIDC_AUTH_METHOD_TYPE_NONE' | 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT';
    /** Redirect URIs with http are allowed. */
    readonly devMode: boolean;
    readonly accessTokenType: 'OIDC_TOKEN_TYPE_BEARER' | 'OIDC_TOKEN_TYPE_JWT';
    /** ID tokens say what userinfo says. Absent means they do not. */
    readonly idTokenUserinfoAssertion?: boolean;
    /** Requested roles are in ID tokens. Absent means they do not. */
    readonly idTokenRoleAssertion?: boolean;
    /** Requested roles are in access tokens that are JWTs. Absent means they do not. */
    readonly accessTokenRoleAssertion?: boolean;
    /** Origins of pages that may call the API with its tokens */
    readonly additionalOrigins?: readonly string[];
    /** In plain text. Without one, no caller can prove to be a client that needs one. */
    readonly clientSecret?: string;
    readonly keys?: Keys;
    /** Is notified when a user logs out. */
    readonly backChannelLogoutUri?: string;
  };
  readonly api?: {
    readonly clientId: string;
    readonly authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' | 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT';
    /** In plain text. */
    readonly clientSecret?: string;
    readonly keys?: Keys;
  };
  readonly saml?: {
    readonly metadataUrl: string;
  };
  /** Sequence, within the project, of the last event of the application. */
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** A role that users can hold on a project. Its id is `<projectId>/<key>`. */
export type Role = {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly displayName: string;
  readonly group: string;
  /** Sequence, within the project, of the last event of the role. */
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** A project lent to another organization, which may give its users the roles named here. */
export type ProjectGrant = {
  readonly id: string;
  readonly projectId: string;
  readonly grantedOrganizationId: string;
  readonly roleKeys: readonly string[];
  readonly state: 'PROJECT_GRANT_STATE_ACTIVE' | 'PROJECT_GRANT_STATE_INACTIVE';
  /** Sequence, within the project, of the last event of the project grant. */
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** The roles of a user on a project, given by the organization that is its resourceOwner. */
export type UserGrant = {
  readonly id: string;
  /** The organization that gave the grant. */
  readonly resourceOwner: string;
  readonly userId: string;
  readonly projectId: string;
  /** Empty when the organization owns the project. */
  readonly projectGrantId: string;
  readonly roleKeys: readonly string[];
  readonly state: 'USER_GRANT_STATE_ACTIVE' | 'USER_GRANT_STATE_INACTIVE';
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** Somebody else's login. Without a resourceOwner it belongs to the instance. */
export type IdentityProvider = {
  readonly id: string;
  readonly resourceOwner?: string;
  readonly name: string;
  readonly type: 'PROVIDER_TYPE_OIDC' | 'PROVIDER_TYPE_JWT' | 'PROVIDER_TYPE_LDAP' | 'PROVIDER_TYPE_OAUTH' | 'PROVIDER_TYPE_AZURE_AD' | 'PROVIDER_TYPE_GITHUB' | 'PROVIDER_TYPE_GITLAB' | 'PROVIDER_TYPE_GOOGLE' | 'PROVIDER_TYPE_APPLE' | 'PROVIDER_TYPE_SAML';
  readonly state: 'IDP_STATE_ACTIVE' | 'IDP_STATE_INACTIVE';
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** How users of an organization log in. Its id is the organization's, or `instance` for the default of all others. */
export type LoginPolicy = {
  readonly id: string;
  /** The identity providers linked in the policy. */
  readonly idps: readonly {
    readonly idpId: string;
    readonly creationDate: string;
  }[];
  /** Sequence of the last event of the policy or its links. */
  readonly sequence: number;
  readonly creationDate: string;
  readonly changeDate: string;
};

/** Which record each collection holds. */
export interface Records {
  readonly organizations: Organization;
  readonly users: User;
  readonly tokens: Token;
  readonly memberships: Membership;
  readonly projects: Project;
  readonly apps: App;
  readonly roles: Role;
  readonly projectGrants: ProjectGrant;
  readonly userGrants: UserGrant;
  readonly identityProviders: IdentityProvider;
  readonly loginPolicies: LoginPolicy;
}
