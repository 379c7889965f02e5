/** Names of fields, by the part that their values play in an act. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** They say the form of a value and not its part: `recipient_email` is a recipient. */
export const FORMS = words(
  'id ids uuid guid email mail address name number phone url uri list handle value key text string code identifier ref reference sid full display jid e164 mobile msisdn tel telephone array slug title new uid gid arn href link path',
);

export const RECIPIENT = words(
  'to cc bcc recipient attendee participant invitee guest addressee receiver audience subscriber callee destinatary send_to forward_to email_to mail_to sms_to reply_all_to notify deliver_to delivery_to forward redirect redirect_to target_user dm_to reviewer to_recipient cc_recipient bcc_recipient optional_attendee required_attendee additional_recipient notification_recipient send_updates_to message_to invited share_to forward_recipient escalate_to responder oncall remind copy_to blind_copy carbon_copy person_to_notify destination_number to_phone contact_list mailing_list',
);
/** Value goes there, no matter what the tool does with it. */
export const ACCOUNT = words(
  'iban payout_iban bank_iban account_iban payout_account bank_account bank_account_number payout_wallet payout_address new_iban bank_detail bank_details payout_detail',
);
/** A recipient where a tool sends or speaks to people. */
export const RECIPIENT_OF_SENDING = words(
  'email mail phone telephone mobile contact user username member person people friend colleague peer follower customer client candidate patient destination target list segment topic mailing_list handle recipient_id employee manager doctor physician lead agent',
);
/** Each of these words alone says it. */
export const RECIPIENT_WORDS = words('recipient attendee participant invitee addressee receiver cc bcc');
export const PAYEE_WORDS = words('payee beneficiary creditor iban recipient receiver merchant biller');
export const GRANTEE_WORDS = words('grantee collaborator member invitee teammate trustee principal user');
export const PAYEE = words(
  'payee beneficiary iban creditor merchant vendor supplier seller receiver recipient to wallet payto pay_to to_account destination_account recipient_account target_account account_to beneficiary_account credit_account destination receiving_account counterparty payout_account to_wallet recipient_wallet to_address destination_address recipient_address withdrawal_address transfer_to biller landlord charity organization_to bank_account account_number external_account creditor_account receiver_account dest payable_to contractor employee',
);
/** Of the payer: value leaves there. */
export const PAYER = words(
  'from from_account source source_account sender debit_account payer account_from from_wallet from_address origin funding_source source_wallet payment_method sender_account debtor debtor_account paying_account',
);
export const GRANTEE = words(
  'grantee collaborator member user assignee principal invitee invited_user email username person people viewer editor shared_with share_with with trustee group delegate guest new_owner owner admin account_holder teammate participant recipient contact mail subscriber to attendee friend employee role_member service_account identity new_member email_address mail_address target_user userid user_principal_name invite login',
);
export const CHANNEL = words(
  'channel room chat conversation group_chat space stream subreddit chatroom group to_channel target_channel forum slack_channel dm_channel server_channel discord_channel board_channel thread_channel',
);
export const LINK = words(
  'url uri link href webhook endpoint callback website site_url base_url target_url feed webpage web_page start_url image_url callback_url redirect_uri redirect_url hook origin_url source_url destination_url page_url media_url file_url callback_uri post_url server_url target_uri',
);
export const HOST = words(
  'domain host hostname fqdn ip ip_address nameserver zone_name cidr domain_name subdomain cidr_block host_name server_name target_host',
);
export const PATH = words(
  'path file filepath file_path filename file_name directory dir folder folder_path dir_path cwd workdir working_directory work_dir output_path output_file input_file input_path output_dir old_path new_path root source_path destination_path target_path dest_path src_path notebook_path local_path remote_path absolute_path relative_path save_path download_path log_file local_file attachment_path project_path repo_path save_to save_a output project_root base_path root_path target_file target_dir pathname file_to file_uri glob_path search_path relative_workspace_path',
);
/** A path where the tool moves files. */
export const PATH_OF_MOVING = words(
  'source destination src dst dest from to target origin old new old_name new_name',
);
/** Where something is kept, looked up or run. */
export const PLACE = words(
  'repo repository remote owner project workspace org organization organisation bucket database db schema table collection index namespace cluster dataset board base site space team tenant drive environment env store library vault queue topic catalog keyspace registry parent folder parent_folder project_key repo_name repo_owner list calendar guild server warehouse spreadsheet sheet worksheet stage account_alias resource_group subscription instance branch base_branch target_branch container_registry app application property catalog_name table_name collection_name db_name bucket_name graph volume host_group device_group context share notebook section album dashboard zone remote_name stack realm shop location_group region_bucket domain_zone datasource data_source',
);
export const AMOUNT = words(
  'amount price total sum cost value total_amount unit_amount amount_usd amount_eur amount_cent quantity_usd total_price payment_amount transfer_amount transaction_amount donation_amount max_amount bid_amount charge_amount refund_amount limit_price notional amount_minor amount_in_cent total_cost fee tip_amount principal grand_total budget wager funds money usd eur amt refund_total bid max_price deposit',
);
export const TEXT = words(
  'body message content text html markdown comment description caption subject title summary note memo reply reason post tweet status_text blurb remark email_body message_text message_body body_text body_html html_body text_body plain_text html_content text_content content_html notes comment_text question answer instruction agenda detail payload snippet greeting headline prompt memo_text reference payment_reference card_message special_request special_instruction response feedback review statement_descriptor transcript email_content sms_body block attachment_text embed value_text msg announcement body_markdown raw data new_string new_text new_content replacement new_str',
);
export const SQL = words(
  'sql query statement sql_query sql_statement query_string query_text sql_text command_text dml ddl sql_command sql_string stmt select_query',
);
export const SHELL = words(
  'command cmd shell_command bash_command command_line commandline shell script cli_command aws_command args argv kubectl_command commands line bash cli terminal_command input keystroke cmdline shell_script gcloud_command az_command',
);
export const CODE = words(
  'code source_code script snippet program expression javascript js python source function function_body cell_source lambda code_to_execute python_code js_code code_snippet formula macro source_text query_expression playbook cell_content new_source entrypoint user_data typescript ruby cell notebook_code code_string',
);

/** They name no one and no thing: who asks, how it is shown, and where to go on. */
export const ASIDE = words(
  'from sender reply_to from_email from_address from_name reply_to_address author created_by client_request idempotency_key idempotency cursor page_token next_token token page offset limit locale language timezone time_zone format encoding trace correlation client_token session access_token api_key auth_token password secret signature nonce etag model temperature user_agent header charset mime_type content_type sort order_by sort_by fields field currency country start_cursor continuation requester acting_user on_behalf_of sender_name sender_email next_page region connection_string time_range start_date end_date start_time end_time date time duration unit style theme color voice quality width height size',
);

/** What is run, where a tool runs things. */
export const PROGRAM = words(
  'package image program function workflow module binary plugin extension job pipeline playbook lambda app dependency container script_name command_name chart executable procedure agent tool subagent_type recipe',
);
export const BOOKED = words(
  'supplier vendor hotel flight restaurant room seat car company provider venue table service property item product train course doctor clinic airline vehicle event class offer plan symbol sku listing ticket slot',
);
/** They are no names of things, and are never shown. */
export const SECRET = words(
  'password passcode passphrase pin secret otp code token credential cvv cvc api_key access_key private_key public_key secret_key client_secret access_token refresh_token auth_token signature',
);

/** Where a tool that reads brings what it read. */
export const DELIVERY = words(
  'destination deliver_to delivery_to send_to email_to mail_to forward_to export_to upload_to notify_email',
);
