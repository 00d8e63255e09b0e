# Run by Postgres at its first start: a user and a database each for the service and for n8n.
for name in extraction n8n; do
	psql -U postgres -v ON_ERROR_STOP=1 <<-SQL
		CREATE ROLE $name LOGIN PASSWORD '$POSTGRES_PASSWORD';
		CREATE DATABASE $name OWNER $name;
	SQL
done
