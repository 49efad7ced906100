ALTER TABLE `sign_ups` ADD `issuer` text;--> statement-breakpoint
ALTER TABLE `sign_ups` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `issuer` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `subject` text;